/** Says that the model is asked again. */
export function describeRetry(attempt: number | null, max: number | null): string {
  return `Retry ${attempt ?? '?'} of ${max ?? '?'}`
}

/** Says that another model takes over. */
export function describeSwitch(from: string | null, to: string | null): string {
  return `Switched from ${from ?? 'the model'} to ${to ?? 'another model'}`
}

/** Says that the model no longer sees what came before, with the sizes in tokens that are known. */
export function describeCompaction(before: number | null, after: number | null): string {
  const sizes = before === null ? '' : `: ${before}${after === null ? '' : ` to ${after}`} tokens`
  return `Context compacted${sizes}`
}
