/** What the answers of a camera mean. */
import { type CameraMaker, makerOfRealm } from '@mimamori/contract/camera/camera-profiles.ts'
import { headerValues, type RtspMessage } from './rtsp-reader.ts'

/** A session that says no other ends after a minute without a word. */
const SESSION_SECONDS = 60
const KEEP_ALIVE_MS = { min: 5_000, max: 30_000 }

/** The number of an answer; 0 for what is none. */
export const statusOf = ({ start }: RtspMessage): number => Number(/^RTSP\/\S+ (\d{3})/.exec(start)?.[1] ?? 0)

/** To another server, or its pictures to another receiver or by another way than this connection. */
export function leadsElsewhere(message: RtspMessage): boolean {
  if (/^(RTSP\/\S+ 3\d\d|REDIRECT )/.test(message.start)) return true
  return headerValues(message, 'transport').some((way) => !/^RTP\/AVP\/TCP\b/i.test(way))
}

/** On which channel of the connection the video comes; that which was asked for unless the camera says otherwise. */
export function channelOf(setUp: RtspMessage): number {
  return Number(/;\s*interleaved\s*=\s*(\d{1,3})/i.exec(headerValues(setUp, 'transport').join(';'))?.[1] ?? 0)
}

/** By the realm of its password and its `Server`; null: they show none that we know. */
export function makerOf(answer: RtspMessage, realm: string): CameraMaker | null {
  const asked = headerValues(answer, 'www-authenticate').map((one) => /\brealm="([^"]*)"/i.exec(one)?.[1] ?? '')
  const makers = [...asked, realm, ...headerValues(answer, 'server')].map(makerOfRealm)
  return makers.find((maker) => maker !== null) ?? null
}

/** What keeps the session alive, and how often: `methods` as `Public` lists them, `facts` behind the id in `Session`. */
export function keepAliveOf(methods: string, facts: string): { method: string; everyMs: number } {
  const method = /\bGET_PARAMETER\b/i.test(methods) ? 'GET_PARAMETER' : 'OPTIONS'
  const seconds = Number(/\btimeout\s*=\s*(\d{1,6})/i.exec(facts)?.[1] ?? SESSION_SECONDS)
  return { method, everyMs: Math.min(KEEP_ALIVE_MS.max, Math.max(KEEP_ALIVE_MS.min, seconds * 500)) }
}
