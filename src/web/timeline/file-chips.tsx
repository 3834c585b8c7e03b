import type { ComponentChildren } from 'preact'
import type { FileReference } from '../../core/events.ts'
import { formatBytes } from '../base/format.ts'
import { Icon } from '../base/icon.tsx'

/** Files as chips with name and size. */
export function FileChips({ files }: { files: readonly FileReference[] }): ComponentChildren {
  return files.map((file, index) => (
    <span class="chip" key={index}>
      <Icon name={file.mediaType?.startsWith('image/') ? 'image' : 'clip'} />
      <b>{file.name ?? file.mediaType ?? 'file'}</b> {formatBytes(file.bytes)}
    </span>
  ))
}
