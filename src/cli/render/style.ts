import { styleText } from 'node:util'

/** How parts of a line look, where colour is wanted. */
export type Style = {
  dim(text: string): string
  bold(text: string): string
  bad(text: string): string
  warn(text: string): string
  ok(text: string): string
  accent(text: string): string
}

type Format = Parameters<typeof styleText>[0]

/** A style with colours, or one that leaves the text as it is. */
export function createStyle(hasColour: boolean): Style {
  const paint = (format: Format) => (text: string) =>
    hasColour && text !== '' ? styleText(format, text, { validateStream: false }) : text
  return {
    dim: paint('dim'),
    bold: paint('bold'),
    bad: paint('red'),
    warn: paint('yellow'),
    ok: paint('green'),
    accent: paint('blue'),
  }
}

/** How a status word looks: colour means that somebody should look, or that it is live. */
export function statusPaint(style: Style, status: string): (text: string) => string {
  switch (status) {
    case 'failed':
      return style.bad
    case 'needs-input':
    case 'interrupted':
    case 'no-result':
      return style.warn
    case 'starting':
    case 'running':
    case 'background':
    case 'waiting':
      return style.accent
    default:
      return style.dim
  }
}

/** Whether a stream shows colours: a terminal, unless `NO_COLOR` says no or `FORCE_COLOR` yes. */
export function wantsColour(stream: { isTTY?: boolean }, env: NodeJS.ProcessEnv = process.env): boolean {
  if (env.NO_COLOR) return false
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0'
  return stream.isTTY === true && env.TERM !== 'dumb'
}
