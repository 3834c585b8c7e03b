import type { WordEdit } from './dialect.ts'

/** Flags that a command may hold: those that take a value, and those that stand alone. */
export type FlagNames = { readonly withValue: readonly string[]; readonly alone?: readonly string[] }

/** Index of a bare `--`, after which words are no flags, else the number of words. */
export function endOfFlags(words: readonly string[]): number {
  const bare = words.indexOf('--')
  return bare === -1 ? words.length : bare
}

/** Whether one of these flags is among a command's words, as `--flag` or `--flag=value`, before a bare `--`. */
export function hasFlag(words: readonly string[], names: readonly string[]): boolean {
  return words
    .slice(1, endOfFlags(words))
    .some((word) => names.includes(word) || names.some((name) => word.startsWith(`${name}=`)))
}

/** The edit that puts words behind a command's last flag or argument, before a bare `--`. */
export function appendWords(words: readonly string[], insert: readonly string[]): WordEdit {
  return { at: endOfFlags(words), insert }
}

/** The edit that hands a prompt over as the last argument, behind a flag or bare; no prompt of a person is taken for a flag. */
export function appendPrompt(words: readonly string[], prompt: string, flag?: string): WordEdit {
  const argument = prompt.startsWith('-') ? ` ${prompt}` : prompt
  return appendWords(words, flag === undefined ? [argument] : [flag, argument])
}

/**
 * The edits that take flags out of a command, each with the value behind it (in the next word unless that is a flag, or
 * behind `=`); none when it has none of them.
 */
export function dropFlags(words: readonly string[], { withValue, alone = [] }: FlagNames): WordEdit[] {
  const edits: WordEdit[] = []
  const end = endOfFlags(words)
  for (let at = 1; at < end; at++) {
    const word = words[at] ?? ''
    if (alone.includes(word) || withValue.some((name) => word.startsWith(`${name}=`))) {
      edits.push({ at, remove: 1, insert: [] })
    } else if (withValue.includes(word)) {
      const hasValue = at + 1 < end && !words[at + 1]?.startsWith('-')
      edits.push({ at, remove: hasValue ? 2 : 1, insert: [] })
      if (hasValue) at++
    }
  }
  return edits
}
