const REASON_BY_HTTP_STATUS: Readonly<Record<number, string>> = {
  401: 'auth',
  403: 'auth',
  404: 'model_not_found',
  429: 'rate_limit',
  503: 'overloaded',
  529: 'overloaded',
}

/** What words of an error tell of why it came about: the first that match count. */
export type ReasonsInText = readonly (readonly [words: RegExp, reason: string])[]

/** Why a turn failed whose model call was answered with this status. */
export function reasonOfHttpStatus(status: number): string {
  return REASON_BY_HTTP_STATUS[status] ?? 'api_error'
}

/** The reason that an error's words tell; null where they tell none. */
export function reasonInText(reasons: ReasonsInText, said: string): string | null {
  return reasons.find(([words]) => words.test(said))?.[1] ?? null
}
