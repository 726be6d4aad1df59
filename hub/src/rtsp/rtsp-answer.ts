/** What the answers of a camera mean. */
import { headerValues, type RtspMessage } from './rtsp-reader.ts'

const RTCP_BYE = 203
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

/** Whether a packet of control (RTCP, RFC 3550) says that the stream is over. */
export function saysGoodbye(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at + 4 <= to; at += 4 + 4 * bytes.readUInt16BE(at + 2)) {
    if (bytes[at + 1] === RTCP_BYE) return true
  }
  return false
}

/** On which channel of the connection the video comes; that which was asked for unless the camera says otherwise. */
export function channelOf(setUp: RtspMessage): number {
  return Number(/;\s*interleaved\s*=\s*(\d{1,3})/i.exec(headerValues(setUp, 'transport').join(';'))?.[1] ?? 0)
}

/** What keeps the session alive, and how often: `methods` as `Public` lists them, `facts` behind the id in `Session`. */
export function keepAliveOf(methods: string, facts: string): { method: string; everyMs: number } {
  const method = /\bGET_PARAMETER\b/i.test(methods) ? 'GET_PARAMETER' : 'OPTIONS'
  const seconds = Number(/\btimeout\s*=\s*(\d{1,6})/i.exec(facts)?.[1] ?? SESSION_SECONDS)
  return { method, everyMs: Math.min(KEEP_ALIVE_MS.max, Math.max(KEEP_ALIVE_MS.min, seconds * 500)) }
}
