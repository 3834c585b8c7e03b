import { type Signal, signal } from '@preact/signals'
import type { ComponentChildren, VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { FileReference } from '../../core/events.ts'
import { attachmentUrl } from '../api/client.ts'
import { formatBytes } from '../base/format.ts'
import { Icon } from '../base/icon.tsx'

/** Media types that the server shows inline. */
const PICTURES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif'])

/** The picture that is shown large; null for none. */
const large: Signal<{ id: string; name: string } | null> = signal(null)

/** Files: pictures as thumbnails that open large, others as chips with a link. */
export function Files({
  files,
  about,
}: {
  files: readonly FileReference[]
  about: string
}): ComponentChildren {
  return files.map((file, index) => {
    const { id, name, bytes, mediaType } = file
    const label = name ?? mediaType ?? 'file'
    if (id !== null && PICTURES.has(mediaType ?? '')) {
      const alt = name ?? `Picture from ${about}`
      return (
        <div class="shot" key={index}>
          <button
            type="button"
            aria-label={`Show ${alt} large`}
            onClick={() => {
              large.value = { id, name: alt }
            }}
          >
            <img src={attachmentUrl(id)} alt={alt} loading="lazy" width={176} height={104} />
          </button>
          <span>
            {name} {formatBytes(bytes)}
          </span>
        </div>
      )
    }
    const chip = (
      <>
        <Icon name={mediaType?.startsWith('image/') ? 'image' : 'clip'} />
        <b>{label}</b> {formatBytes(bytes)}
      </>
    )
    return id === null ? (
      <span class="chip" key={index}>
        {chip}
      </span>
    ) : (
      <a class="chip" key={index} href={attachmentUrl(id)} target="_blank" rel="noopener">
        {chip}
      </a>
    )
  })
}

/** The picture that was chosen, over the page; Escape closes it. */
export function Lightbox(): VNode | null {
  const dialog = useRef<HTMLDialogElement>(null)
  const picture = large.value
  useEffect(() => {
    if (picture) dialog.current?.showModal()
  }, [picture])
  if (!picture) return null
  const close = (): void => {
    dialog.current?.close()
    large.value = null
  }
  return (
    <dialog ref={dialog} class="lightbox" aria-label={picture.name} onClose={close}>
      <figure>
        <div class="pic">
          <img src={attachmentUrl(picture.id)} alt={picture.name} />
        </div>
        <figcaption>
          <b class="cut">{picture.name}</b>
          <a class="btn ghost" href={attachmentUrl(picture.id)} target="_blank" rel="noopener">
            Open alone
          </a>
          <button type="button" class="btn" onClick={close}>
            Close
          </button>
        </figcaption>
      </figure>
    </dialog>
  )
}
