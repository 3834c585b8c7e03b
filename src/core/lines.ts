/** One line of a byte stream. */
export type Line = {
  /** The line without its newline; bytes that are not UTF-8 are decoded as U+FFFD. */
  text: string
  /** Where the line starts, in bytes from the start of the stream. */
  offset: number
  /** How many bytes the whole line has, without its newline. */
  bytes: number
  /** The line was longer than the limit: `text` is its beginning, the rest was skipped. */
  cut: boolean
}

/** Reads a stream of bytes into lines, whatever the reads are cut into. */
export type LineSplitter = {
  /** The lines that these bytes complete. The bytes may be re-used by the caller afterwards. */
  push(bytes: Uint8Array): Line[]
  /** The unterminated rest as a line, or nothing. The splitter is empty afterwards. */
  end(): Line[]
  /** Bytes of the stream up to and including the last newline seen. */
  readonly consumed: number
  /** Bytes seen after that newline. */
  readonly pending: number
}

/** What a splitter may be told. */
export type LineSplitterOptions = {
  /** Longest line in bytes that is kept whole; 64 MiB unless said. */
  maxLineBytes?: number
  /** Offset of the first byte that will be pushed, for a stream that is read on from a cursor. */
  offset?: number
}

const NEWLINE = 0x0a
const DEFAULT_MAX_LINE_BYTES = 64 * 1024 * 1024
const FIRST_CAPACITY = 4096
/** Buffers up to this size grow by copying. */
const LARGEST_COPIED = 256 * 1024
/** Address space is reserved for lines up to this limit; it costs memory only as far as it is written. */
const LARGEST_RESERVED = 1024 * 1024 * 1024

/**
 * The complete lines in some bytes, and how many bytes they and their newlines take. Only byte 0x0A ends a line;
 * what follows the last one is left for the next read.
 */
export function splitCompleteLines(bytes: Uint8Array): { lines: string[]; consumed: number } {
  const lines: string[] = []
  let start = 0
  for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
    lines.push(decode(bytes, start, end))
    start = end + 1
  }
  return { lines, consumed: start }
}

/** A splitter that keeps at most one line in memory; a longer one is cut, marked, and the next is read normally. */
export function createLineSplitter(options: LineSplitterOptions = {}): LineSplitter {
  const maxLineBytes = options.maxLineBytes ?? DEFAULT_MAX_LINE_BYTES
  if (!(maxLineBytes > 0)) throw new TypeError(`maxLineBytes must be a positive number, not ${maxLineBytes}`)
  let consumed = options.offset ?? 0
  let pending = 0
  /** The pending bytes that are kept: all of them, up to the limit. */
  let buffer = new Uint8Array(0)
  let kept = 0

  function keep(bytes: Uint8Array): void {
    const part = bytes.subarray(0, maxLineBytes - kept)
    if (kept + part.length > buffer.length) buffer = grow(buffer, kept, kept + part.length, maxLineBytes)
    buffer.set(part, kept)
    kept += part.length
    pending += bytes.length
  }

  function takePending(): Line {
    const line = { text: decode(buffer, 0, kept), offset: consumed, bytes: pending, cut: pending > kept }
    pending = 0
    kept = 0
    // A rare long line must not hold its memory for the rest of the stream.
    if (buffer.length > LARGEST_COPIED) buffer = new Uint8Array(0)
    return line
  }

  return {
    push(bytes: Uint8Array): Line[] {
      const lines: Line[] = []
      let start = 0
      for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
        if (pending > 0) {
          keep(bytes.subarray(start, end))
          const line = takePending()
          lines.push(line)
          consumed += line.bytes + 1
        } else {
          const length = end - start
          const cut = length > maxLineBytes
          const text = decode(bytes, start, cut ? start + maxLineBytes : end)
          lines.push({ text, offset: consumed, bytes: length, cut })
          consumed += length + 1
        }
        start = end + 1
      }
      if (start < bytes.length) keep(bytes.subarray(start))
      return lines
    },

    end(): Line[] {
      if (pending === 0) return []
      const line = takePending()
      consumed += line.bytes
      return [line]
    },

    get consumed(): number {
      return consumed
    },

    get pending(): number {
      return pending
    },
  }
}

/** A buffer of at least `needed` bytes that begins with the `kept` first bytes of this one; half of that again at least. */
function grow(
  buffer: Uint8Array<ArrayBuffer>,
  kept: number,
  needed: number,
  limit: number,
): Uint8Array<ArrayBuffer> {
  const capacity = Math.max(FIRST_CAPACITY, needed, Math.min(Math.floor(buffer.length * 1.5), limit))
  if (buffer.buffer.resizable) {
    buffer.buffer.resize(capacity)
    return buffer
  }
  // Growing in place spares a long line its copies: while one is made, and until it is collected, memory is held twice.
  const canGrow = capacity > LARGEST_COPIED && limit <= LARGEST_RESERVED && 'resize' in ArrayBuffer.prototype
  const grown = new Uint8Array(new ArrayBuffer(capacity, canGrow ? { maxByteLength: limit } : undefined))
  grown.set(buffer.subarray(0, kept))
  return grown
}

/** A byte order mark is data here: whoever reads the line decides. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

function decode(bytes: Uint8Array, start: number, end: number): string {
  const part = bytes.subarray(start, end)
  try {
    return decoder.decode(part)
  } catch {
    // Browsers refuse bytes whose buffer can grow; nothing else makes a lenient decoder throw.
    return decoder.decode(part.slice())
  }
}
