/** Over this many entries, what differs is taken as a whole: aligning costs the product of both lengths. */
const MAX_ALIGNED = 2_000

/** Two lists side by side: entries with the same key in the same order, and what only one of them has. */
export function align<T>(
  left: readonly T[],
  right: readonly T[],
  keyOf: (entry: T) => string,
): [T | null, T | null][] {
  let start = 0
  const isSame = (at: number, other: number): boolean => {
    const [a, b] = [left[at], right[other]]
    return a !== undefined && b !== undefined && keyOf(a) === keyOf(b)
  }
  while (isSame(start, start)) start++
  const head = left.slice(0, start).map((entry, at): [T, T | null] => [entry, right[at] ?? null])
  return [...head, ...alignRest(left.slice(start), right.slice(start), keyOf)]
}

function alignRest<T>(
  left: readonly T[],
  right: readonly T[],
  keyOf: (entry: T) => string,
): [T | null, T | null][] {
  if (left.length === 0 || right.length === 0 || left.length > MAX_ALIGNED || right.length > MAX_ALIGNED) {
    return [
      ...left.map((entry): [T, null] => [entry, null]),
      ...right.map((entry): [null, T] => [null, entry]),
    ]
  }
  const [a, b] = [left.map(keyOf), right.map(keyOf)]
  // Length of the longest common part of what follows each pair of places.
  const common = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1))
  const at = (row: number, column: number): number => common[row]?.[column] ?? 0
  for (let row = a.length - 1; row >= 0; row--) {
    for (let column = b.length - 1; column >= 0; column--) {
      const line = common[row]
      if (line)
        line[column] =
          a[row] === b[column]
            ? at(row + 1, column + 1) + 1
            : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const pairs: [T | null, T | null][] = []
  let [row, column] = [0, 0]
  while (row < a.length || column < b.length) {
    if (row < a.length && column < b.length && a[row] === b[column])
      pairs.push([left[row++] ?? null, right[column++] ?? null])
    else if (column >= b.length || (row < a.length && at(row + 1, column) >= at(row, column + 1)))
      pairs.push([left[row++] ?? null, null])
    else pairs.push([null, right[column++] ?? null])
  }
  return pairs
}
