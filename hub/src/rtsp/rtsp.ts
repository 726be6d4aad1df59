/** Addresses of cameras: which are allowed, with and without their secrets, and what may be wrong with them. */
import type { CameraMaker } from '@mimamori/contract/camera/camera-profiles.ts'
import type { StatusReason } from '@mimamori/contract/camera/status-reason.ts'
import { CameraError, plainError } from '#platform/camera-error.ts'

/** What is said of a host by its name alone. */
export type HostReasonCode = Exclude<
  Extract<StatusReason, { params: { host: string } }>['code'],
  'not-found' | 'unreachable' | 'certificate-unknown' | 'certificate-changed'
>

/** Why a camera's answer with this number shows no stream. */
export function refusal(status: number, url: URL, login: Credentials, maker: CameraMaker | null): CameraError {
  const { host, pathname: path } = url
  if (status === 404) return new CameraError({ code: 'not-found', params: { host, path } }, maker)
  if (status !== 401 && status !== 403)
    return new CameraError({ code: 'opening-failed', params: { detail: `RTSP ${status}` } })
  return new CameraError({ code: login.username ? 'login-wrong' : 'login-missing', params: { host } }, maker)
}

/**
 * `isBasicAllowed`: the password may be sent as it is where the camera knows nothing better and nothing encrypts it.
 * `certificate`: what was accepted for `rtsps:`, the SHA-256 in hex; `unchecked`: any; left out: only of a known authority.
 */
export type Credentials = {
  username: string | null
  password: string | null
  isBasicAllowed?: boolean
  certificate?: string | null
}

/** `address`: what the host of `url` stands for, judged before. The rest: how long it may take for each answer, ms. */
export type RtspCamera = {
  url: URL
  address: string
  login: Credentials
  firstAnswerMs?: number
  answerMs?: number
}

/** Only `rtsp:` and `rtsps:`; throws an CameraError that does not repeat the text, since it may hold a password. */
export function rtspUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && (url.protocol === 'rtsp:' || url.protocol === 'rtsps:') && url.hostname) return url
  throw plainError('bad-address')
}

/** What to sign in with: the camera's own login, else what its address holds. */
export function loginOf(url: URL, login: Credentials): Credentials {
  if (login.username || !url.username) return login
  return { ...login, username: decoded(url.username), password: decoded(url.password) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The address as it goes over the wire: without user name and password. */
export function plainUrl(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname}${url.search}`
}
