/** Camera addresses: which are allowed, with and without their secrets, and possible errors. */
import type { CameraMaker } from '@mimamori/contract/camera/camera-profiles.ts'
import { hasLoginBehindHost } from '@mimamori/contract/camera/stream/stream-pair.ts'
import type { HOST_ERRORS, MAKER_ERRORS } from '@mimamori/contract/camera/stream-errors.ts'
import { CameraError, plainError } from '#platform/camera-error.ts'

/** Errors with the host's name as the only parameter. */
export type HostErrorCode = (typeof HOST_ERRORS | typeof MAKER_ERRORS)[number]

/** The error for a response with this status. */
export function errorOfStatus(status: number, url: URL, login: Credentials, maker: CameraMaker | null): CameraError {
  const { host } = url
  if (status === 404) return new CameraError({ code: 'not-found', params: { host } }, maker)
  if (status === 453 || status === 503) return new CameraError({ code: 'viewers-full', params: { host } })
  if (status === 461) return new CameraError({ code: 'transport-refused', params: { host } })
  if (status !== 401 && status !== 403)
    return new CameraError({ code: 'opening-failed', params: { detail: `${isHttp(url) ? 'HTTP' : 'RTSP'} ${status}` } })
  return new CameraError({ code: login.username ? 'login-wrong' : 'login-missing', params: { host } }, maker)
}

/**
 * `isBasicAllowed`: allows Basic if the camera offers nothing better and the connection is not encrypted.
 * `certificate`: the accepted one for `rtsps:` and `https:`, SHA-256 in hex; `unchecked`: any; default: only of a known authority.
 */
export type Credentials = {
  username: string | null
  password: string | null
  isBasicAllowed?: boolean
  certificate?: string | null
}

/** `address`: the resolved and checked host of `url`. The rest: time limits for responses, ms. */
export type NetworkCamera = {
  url: URL
  address: string
  login: Credentials
  firstAnswerMs?: number
  answerMs?: number
}

/**
 * Only RTSP and HTTP, plain or over TLS; throws a CameraError that does not contain the text, which may have a password. One with a
 * bare `/`, `?` or `#` would make the user the host: `rtsp://user:12/34@host`.
 */
export function cameraUrl(text: string): URL {
  const url = hasLoginBehindHost(text) ? null : URL.parse(text)
  if (url && /^(?:rtsp|http)s?:$/.test(url.protocol) && url.hostname) return url
  throw plainError('bad-address')
}

/** The login: the camera's own, else the one in its address. */
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

/** The address as it is sent: without user name and password. */
export function plainUrl(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname}${url.search}`
}

/** Whether the camera sends MJPEG over HTTP there. */
export function isHttp({ protocol }: URL): boolean {
  return protocol === 'http:' || protocol === 'https:'
}
