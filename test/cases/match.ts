/** Matchers of the bug cases: subset comparison, with `$contains` and the like. */
type Pattern = Record<string, unknown>

/** Why `actual` does not meet `expected`, or null when it does. A null is met by null or a missing key. */
export function mismatch(expected: unknown, actual: unknown, at = 'value'): string | null {
  if (expected === null) return actual === null || actual === undefined ? null : `${at}: expected null`
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length)
      return `${at}: expected ${expected.length} entries`
    return firstOf(expected.map((entry, index) => mismatch(entry, actual[index], `${at}[${index}]`)))
  }
  if (typeof expected === 'object') {
    const pattern = expected as Pattern
    const operators = Object.keys(pattern).filter((key) => key.startsWith('$'))
    if (operators.length > 0) return firstOf(operators.map((name) => unmet(name, pattern[name], actual, at)))
    if (typeof actual !== 'object' || actual === null)
      return `${at}: expected an object, got ${JSON.stringify(actual)}`
    const keys = Object.keys(pattern)
    return firstOf(keys.map((key) => mismatch(pattern[key], (actual as Pattern)[key], `${at}.${key}`)))
  }
  if (typeof expected === 'number' && typeof actual === 'number' && Math.abs(expected - actual) < 1e-9)
    return null
  return expected === actual
    ? null
    : `${at}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`
}

function unmet(name: string, operand: unknown, actual: unknown, at: string): string | null {
  const text = typeof actual === 'string' ? actual : actual == null ? '' : JSON.stringify(actual)
  const word = String(operand)
  const checks: Record<string, () => boolean> = {
    $any: () => actual !== undefined && actual !== null,
    $contains: () => text.includes(word),
    $notContains: () => !text.includes(word),
    $startsWith: () => text.startsWith(word),
    $regex: () => new RegExp(word, 's').test(text),
    $maxLen: () => text.length <= Number(operand),
    $in: () => (operand as unknown[]).some((choice) => mismatch(choice, actual) === null),
    $absentOrNull: () => actual === undefined || actual === null || actual === false,
  }
  const check = checks[name]
  if (!check) throw new Error(`Unknown matcher ${name}`)
  return check() ? null : `${at}: ${name} ${JSON.stringify(operand)} not met by ${text.slice(0, 100)}`
}

function firstOf(reasons: readonly (string | null)[]): string | null {
  return reasons.find((reason) => reason !== null) ?? null
}
