import { randomBytes } from 'node:crypto'

let lastMs = 0
let countInMs = 0

/**
 * A UUIDv7: ids made by one process ascend in the order in which they were made, also within a millisecond (up to 4,096
 * of them), so that lists sorted by id are sorted by age.
 */
export function createId(now: number = Date.now()): string {
  countInMs = now > lastMs ? 0 : countInMs + 1
  lastMs = Math.max(lastMs, now)
  if (countInMs > 0xfff) {
    countInMs = 0
    lastMs++
  }
  const bytes = randomBytes(16)
  bytes.writeUIntBE(lastMs, 0, 6)
  bytes.writeUInt16BE(0x7000 | countInMs, 6)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
