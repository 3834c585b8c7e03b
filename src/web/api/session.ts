/**
 * Exchanges the token of an address like `…/#token=…` for a cookie, and takes it out of the address so that it is in
 * no bookmark. Resolves when the page may start; a wrong token shows itself at the first request.
 */
export async function exchangeToken(): Promise<void> {
  const token = /^#token=(.+)$/.exec(window.location.hash)?.[1]
  if (token === undefined) return
  window.history.replaceState(null, '', window.location.pathname)
  const body = JSON.stringify({ token: decodeURIComponent(token) })
  await fetch('/api/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  }).catch(() => null)
}
