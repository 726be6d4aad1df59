/** Interprets a camera's RTSP responses. */
import { type CameraMaker, makerOfRealm } from '@mimamori/contract/camera/camera-profiles.ts'
import { headerValues, type RtspMessage } from './rtsp-reader.ts'

/** Default timeout of a session without keep-alive. */
const SESSION_SECONDS = 60
const KEEP_ALIVE_MS = { min: 5_000, max: 30_000 }

/** The status code of a response; 0 if it is not a response. */
export const statusOf = ({ start }: RtspMessage): number => Number(/^RTSP\/\S+ (\d{3})/.exec(start)?.[1] ?? 0)

/** Whether it redirects to another server, or sends the video to another receiver or over another transport. */
export function leadsElsewhere(message: RtspMessage): boolean {
  if (/^(RTSP\/\S+ 3\d\d|REDIRECT )/.test(message.start)) return true
  return headerValues(message, 'transport').some((way) => !/^RTP\/AVP\/TCP\b/i.test(way))
}

/** The channel of the video; the requested one unless the camera chose another. */
export function channelOf(setUp: RtspMessage): number {
  return Number(/;\s*interleaved\s*=\s*(\d{1,3})/i.exec(headerValues(setUp, 'transport').join(';'))?.[1] ?? 0)
}

/** By the realm and the `Server` header; null: unknown vendor. */
export function makerOf(answer: RtspMessage, realm: string): CameraMaker | null {
  const asked = headerValues(answer, 'www-authenticate').map((one) => /\brealm="([^"]*)"/i.exec(one)?.[1] ?? '')
  const makers = [...asked, realm, ...headerValues(answer, 'server')].map(makerOfRealm)
  return makers.find((maker) => maker !== null) ?? null
}

/** The keep-alive method and its interval: `methods` from `Public`, `facts` from the parameters of `Session`. */
export function keepAliveOf(methods: string, facts: string): { method: string; everyMs: number } {
  const method = /\bGET_PARAMETER\b/i.test(methods) ? 'GET_PARAMETER' : 'OPTIONS'
  const seconds = Number(/\btimeout\s*=\s*(\d{1,6})/i.exec(facts)?.[1] ?? SESSION_SECONDS)
  return { method, everyMs: Math.min(KEEP_ALIVE_MS.max, Math.max(KEEP_ALIVE_MS.min, seconds * 500)) }
}
