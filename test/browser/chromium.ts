import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** Debian's browser; `CHROMIUM` names another one. */
const CANDIDATES = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome']

/** The browser's path, or null on a machine without one. */
export const CHROMIUM: string | null = CANDIDATES.find((path) => path && existsSync(path)) ?? null

/** Why browser tests are skipped, and how to get them. */
export const HOW_TO_GET_CHROMIUM =
  'skipped: no Chromium found. Install it (Debian: apt-get install chromium) or set CHROMIUM=/path/to/it.'

/** A headless browser that talks to this machine alone. */
export function launchBrowser(): Promise<Browser> {
  const flags = '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking'
  const args = [...flags.split(' '), '--disable-component-update', '--disable-sync']
  return chromium.launch({ executablePath: CHROMIUM ?? '', args })
}
