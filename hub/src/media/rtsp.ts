/** The text of RTSP: addresses without their secrets, and the head of an answer (RFC 2326). */

export type RtspFault =
  | 'bad-address'
  | 'refused'
  | 'unreachable'
  | 'timeout'
  | 'not-rtsp'
  | 'wrong-password'
  | 'not-found'

/** A fault in words. `code` is stable, `message` is for people and never holds user name or password. */
export class RtspError extends Error {
  readonly code: RtspFault

  constructor(code: RtspFault, message: string) {
    super(message)
    this.name = 'RtspError'
    this.code = code
  }
}

export type Credentials = { username: string | null; password: string | null }

/** Only `rtsp:` and `rtsps:`; throws an RtspError that does not repeat the text, since it may hold a password. */
export function rtspUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && (url.protocol === 'rtsp:' || url.protocol === 'rtsps:') && url.hostname) return url
  throw new RtspError('bad-address', 'The stream address must start with rtsp:// or rtsps:// and name a host.')
}

/** The address FFmpeg opens. Never log it. */
export function urlWithLogin(streamUrl: string, login: Credentials): string {
  const url = rtspUrl(streamUrl)
  if (login.username) {
    url.username = encodeURIComponent(login.username)
    url.password = encodeURIComponent(login.password ?? '')
  }
  return url.href
}

/** Takes user name and password out of every address in a text, for messages and logs. */
export function redact(text: string): string {
  return text.replace(/(rtsps?:\/\/)[^\s/@]*(?:@[^\s/@]*)*@/gi, '$1')
}

/** The address as it goes over the wire: without user name and password. */
export function plainUrl(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname}${url.search}`
}

export type RtspAnswer = { status: number; headers: Map<string, string> }

/** Null while the head is incomplete. A body, if any, is not waited for. */
export function readAnswer(received: Buffer): RtspAnswer | null {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return null
  const [first = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n')
  const headers = new Map<string, string>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).trim().toLowerCase()
    // Of several challenges, digest is the one to answer.
    if (!headers.has(name) || /:\s*digest/i.test(line)) headers.set(name, line.slice(colon + 1).trim())
  }
  return { status: Number(first.split(' ')[1]), headers }
}
