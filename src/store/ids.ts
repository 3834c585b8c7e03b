import { randomBytes } from 'node:crypto'

let lastMs = 0
let counter = 0

/** A UUIDv7: sorts by time and, within this process, by the order in which ids were made. */
export function createId(nowMs: number = Date.now()): string {
  if (nowMs > lastMs) {
    lastMs = nowMs
    counter = randomBytes(2).readUInt16BE() & 0x07ff
  } else if (++counter > 0x0fff) {
    // More than 2,000 ids in a millisecond: borrow the next one.
    lastMs++
    counter = 0
  }
  const time = lastMs.toString(16).padStart(12, '0')
  const order = (0x7000 | counter).toString(16)
  const random = randomBytes(8)
  random[0] = ((random[0] ?? 0) & 0x3f) | 0x80
  const tail = random.toString('hex')
  return `${time.slice(0, 8)}-${time.slice(8)}-${order}-${tail.slice(0, 4)}-${tail.slice(4)}`
}
