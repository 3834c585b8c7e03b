import fc from 'fast-check'
import { expect, it } from 'vitest'
import { restoreAttachments } from '../store/attachment-text.ts'
import { takeAttachments } from './attachments.ts'

const file = fc.uint8Array({ minLength: 3_000, maxLength: 9_000 })
const key = fc.constantFrom('data', 'base64', 'blob', 'text')

function restore({ stored, attachments }: ReturnType<typeof takeAttachments>): string {
  const bytesOf = (id: string) => attachments.find((one) => one.id === id)?.bytes ?? null
  return restoreAttachments(
    stored,
    attachments.map((one) => one.id),
    bytesOf,
  )
}

it('every line comes back to the letter, and large files are out of it', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(key, file, fc.string()), { maxLength: 3 }), (parts) => {
      const line = JSON.stringify(
        parts.map(([name, bytes, text]) => ({ text, [name]: Buffer.from(bytes).toString('base64') })),
      )
      const { stored, attachments } = takeAttachments(line)
      expect(restore({ stored, attachments })).toBe(line)
      expect(JSON.parse(stored)).toHaveLength(parts.length)
      const large = parts.filter(([name, bytes]) => name !== 'text' && bytes.length >= 4_096)
      expect(attachments.length).toBeGreaterThanOrEqual(large.length)
    }),
    { numRuns: 200 },
  )
})

it('any text comes back to the letter', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const line = `${text}"data":"${'QUJD'.repeat(2_000)}"`
      expect(restore(takeAttachments(line))).toBe(line)
    }),
  )
})

it('a string that is not base64 to the letter, and a line that speaks of attachments, stay as they are', () => {
  const long = 'A'.repeat(8_000)
  for (const line of [
    `{"data":"${long}="}`,
    `{"data":"${long}!!!!"}`,
    `{"data":"${long}","x":{"$attachment":"sha256-0"}}`,
  ]) {
    expect(takeAttachments(line)).toEqual({ stored: line, attachments: [] })
  }
})
