/**
 * The lines that a line stands for: the entries of an array of objects (`--output-format json` of some CLIs prints the
 * whole session as one array), each exactly as it was printed, else the line itself.
 */
export function unfoldLine(line: string): string[] {
  if (!/^\s*\[\s*\{/.test(line)) return [line]
  try {
    const entries: unknown = JSON.parse(line)
    const isSession = Array.isArray(entries) && entries.every(isObject)
    return isSession ? entryTexts(line) : [line]
  } catch {
    return [line]
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The texts of the entries of an array that is known to be JSON; parsing and printing them would change numbers. */
function entryTexts(text: string): string[] {
  const entries: string[] = []
  const marks = /"(?:[^"\\]|\\.)*"|[[\]{},]/g
  let depth = 0
  let start = 0
  for (const { 0: mark, index } of text.matchAll(marks)) {
    if (mark === '[' || mark === '{') {
      if (depth++ === 0) start = index + 1
    } else if (mark === ']' || mark === '}') {
      if (--depth === 0) entries.push(text.slice(start, index).trim())
    } else if (mark === ',' && depth === 1) {
      entries.push(text.slice(start, index).trim())
      start = index + 1
    }
  }
  return entries
}
