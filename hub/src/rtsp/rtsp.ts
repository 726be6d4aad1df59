/** Addresses of cameras: which are allowed, with and without their secrets, and what may be wrong with them. */
import { reasonText } from '@mimamori/contract/camera/status-reason.ts'

type RtspFault =
  | 'bad-address'
  | 'refused'
  | 'host-unknown'
  | 'network-not-allowed'
  | 'unreachable'
  | 'timeout'
  | 'not-rtsp'
  | 'wrong-password'
  | 'not-found'
  | 'redirected'
  | 'ended'
  | 'no-frames'
  | 'no-video'
  | 'failed'

/** A fault in words. `code` is stable, `message` is for people and never holds user name or password. */
export class RtspError extends Error {
  readonly code: RtspFault

  constructor(code: RtspFault, message: string) {
    super(message)
    this.name = 'RtspError'
    this.code = code
  }
}

/** A camera that was asked for its stream and refused, in words. */
export function refusal(code: 'wrong-password' | 'not-found', url: URL, login: Credentials): RtspError {
  const facts = { host: url.host, path: url.pathname }
  if (code === 'not-found') return new RtspError(code, reasonText('not-found', facts))
  return new RtspError(code, reasonText(login.username ? 'login-wrong' : 'login-missing', facts))
}

export type Credentials = { username: string | null; password: string | null }

/** Only `rtsp:` and `rtsps:`; throws an RtspError that does not repeat the text, since it may hold a password. */
export function rtspUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && (url.protocol === 'rtsp:' || url.protocol === 'rtsps:') && url.hostname) return url
  throw new RtspError('bad-address', reasonText('bad-address'))
}

/** What to sign in with: the camera's own login, else what its address holds. */
export function loginOf(url: URL, login: Credentials): Credentials {
  if (login.username || !url.username) return login
  return { username: decoded(url.username), password: decoded(url.password) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Takes user name and password out of every address in a text, for messages and logs. */
export function redact(text: string): string {
  return text.replace(/(rtsps?:\/\/)[^\s/@]*(?:@[^\s/@]*)*@/gi, '$1')
}

/** The address as it goes over the wire: without user name and password. */
export function plainUrl(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname}${url.search}`
}
