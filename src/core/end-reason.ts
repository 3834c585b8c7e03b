const REASON_BY_HTTP_STATUS: Readonly<Record<number, string>> = {
  401: 'auth',
  403: 'auth',
  404: 'model_not_found',
  429: 'rate_limit',
  529: 'overloaded',
}

/** Why a turn failed whose model call was answered with this status. */
export function reasonOfHttpStatus(status: number): string {
  return REASON_BY_HTTP_STATUS[status] ?? 'api_error'
}
