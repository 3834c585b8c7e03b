import type { VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { KEY_MAP } from './key-map.ts'

/** The map of the keyboard, over the page; Escape closes it. */
export function KeyDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }): VNode {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])
  return (
    <dialog ref={dialog} class="key-dialog" aria-labelledby="key-title" onClose={onClose}>
      {isOpen && (
        <>
          <h2 id="key-title">Keyboard</h2>
          {KEY_MAP.map(({ title, keys }) => (
            <section key={title}>
              <h3>{title}</h3>
              <dl>
                {keys.map(([key, does]) => (
                  <div key={key}>
                    <dt>
                      {key.split(' ').map((one) => (
                        <kbd key={one}>{one}</kbd>
                      ))}
                    </dt>
                    <dd>{does}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
          <button type="button" class="btn" onClick={onClose}>
            Close
          </button>
        </>
      )}
    </dialog>
  )
}
