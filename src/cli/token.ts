import { randomBytes } from 'node:crypto'

/** A secret for this server's life: whoever shows it may change things. */
export function createToken(): string {
  return randomBytes(24).toString('base64url')
}
