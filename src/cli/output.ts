/** Writes to a stream and resolves when it has taken the text, or will never take it because its reader is gone. */
export function writeTo(stream: NodeJS.WriteStream, text: string): Promise<void> {
  if (text === '') return Promise.resolve()
  // A stream that was destroyed never drains, but it always calls back.
  return new Promise((resolve) => stream.write(text, () => resolve()))
}

const DEFAULT_COLUMNS = 100

/** The width of a stream's terminal; 100 where it is none. */
export function columnsOf(stream: NodeJS.WriteStream): number {
  return stream.columns || DEFAULT_COLUMNS
}
