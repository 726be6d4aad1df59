/** Interprets a camera's RTSP responses. */
import type { CameraMaker } from '@mimamori/contract/camera/camera-profiles.ts'
import { makerOf, redirectedTo } from './camera-hints.ts'
import { headerValues, type RtspMessage } from './rtsp-reader.ts'

/** Default timeout of a session without keep-alive. */
const SESSION_SECONDS = 60
/** Methods that hold a session, in the order in which they are tried. */
export const HOLD_METHODS = ['OPTIONS', 'GET_PARAMETER', 'SET_PARAMETER'] as const
export type HoldMethod = (typeof HOLD_METHODS)[number]
const KEEP_ALIVE_MS = { min: 2_000, max: 30_000 }

/** The status code of a response; 0 if it is not a response. */
export const statusOf = ({ start }: RtspMessage): number => Number(/^RTSP\/\S+\s+(\d{3})/.exec(start)?.[1] ?? 0)

/** Whether it redirects: a response 3xx or a request REDIRECT. */
export const isRedirect = ({ start }: RtspMessage): boolean => /^(RTSP\/\S+\s+3\d\d|REDIRECT )/.test(start)

/** As `redirectedTo`. */
export const redirectIn = (message: RtspMessage, url: URL, hosts: readonly string[]): URL | null =>
  redirectedTo(headerValues(message, 'location')[0], url, hosts)

/** As `makerOf`. */
export const makerIn = (answer: RtspMessage, realm: string): CameraMaker | null =>
  makerOf(headerValues(answer, 'www-authenticate'), realm, headerValues(answer, 'server'))

/** Whether the video comes over this connection. Some cameras call it RTP/AVP. */
export function isInterleaved(setUp: RtspMessage): boolean {
  return headerValues(setUp, 'transport').every(
    (way) => /^RTP\/AVP\/TCP\b/i.test(way) || /;\s*interleaved\s*=/i.test(way),
  )
}

/** Whether another form of the address may help: not for logins, capacity and transports. */
export const mayBeAddress = (status: number): boolean => status >= 400 && ![401, 403, 453, 461, 503].includes(status)

/** The channel of the video; the requested one unless the camera chose another. */
export function channelOf(setUp: RtspMessage): number {
  return Number(/;\s*interleaved\s*=\s*(\d{1,3})/i.exec(headerValues(setUp, 'transport').join(';'))?.[1] ?? 0)
}

/** How long the session lasts without keep-alive, ms: `facts` from the parameters of `Session`. */
export const sessionMs = (facts: string): number =>
  1000 * Number(/\btimeout\s*=\s*(\d{1,6})/i.exec(facts)?.[1] || SESSION_SECONDS)

/** The keep-alive method and its interval: `methods` from `Public`, `facts` from the parameters of `Session`. */
export function keepAliveOf(methods: string, facts: string): { method: HoldMethod; everyMs: number } {
  const method = /\bGET_PARAMETER\b/i.test(methods) ? 'GET_PARAMETER' : 'OPTIONS'
  return { method, everyMs: Math.min(KEEP_ALIVE_MS.max, Math.max(KEEP_ALIVE_MS.min, sessionMs(facts) / 2)) }
}
