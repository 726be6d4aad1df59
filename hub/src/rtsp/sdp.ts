/** Parses a camera's description of its stream (SDP, RFC 8866): finds a supported video and its address. */
import { joinNals } from '#mp4/annex-b.ts'

export type DescribedVideo = {
  codec: 'h264' | 'hevc'
  payloadType: number
  /** Ticks per second of its timestamps. */
  clockRate: number
  /** Parameter sets as Annex B; empty if they are only in the stream. */
  extradata: Buffer
  /** Address of the video alone, and of the whole session; null: the address of the description. */
  control: string | null
  sessionControl: string | null
}

const CODECS = new Map([
  ['h264', 'h264'],
  ['h265', 'hevc'],
  ['hevc', 'hevc'],
] as const)
const RTP_CLOCK = 90_000
const SETS_MAX = 16

/** The first video with a supported codec; null if there is none. */
export function describedVideo(sdp: string): DescribedVideo | null {
  const [session = [], ...media] = sections(sdp)
  for (const lines of media) {
    const [, format] = /^m=video \d+(?:\/\d+)? RTP\/S?AVPF? (\d{1,3})/.exec(lines[0]!) ?? []
    const [, name, rate] = new RegExp(`^a=rtpmap:${format} ([\\w-]+)/(\\d{1,9})`, 'm').exec(lines.join('\n')) ?? []
    const codec = CODECS.get(name?.toLowerCase() as 'h264')
    if (format === undefined || !codec) continue
    const parameters = attributes(lines, `fmtp:${format} `).join(';')
    const control = attributes(lines, 'control:')[0] ?? null
    const sessionControl = attributes(session, 'control:')[0] ?? null
    const clockRate = Number(rate) || RTP_CLOCK
    return { codec, payloadType: Number(format), clockRate, extradata: setsOf(parameters), control, sessionControl }
  }
  return null
}

/** The lines of the session, then those of each medium. */
function sections(sdp: string): string[][] {
  const found: string[][] = [[]]
  for (const line of sdp.split(/\r\n|\n|\r/)) {
    if (line.startsWith('m=')) found.push([])
    found.at(-1)!.push(line)
  }
  return found
}

function attributes(lines: readonly string[], name: string): string[] {
  const start = `a=${name}`
  return lines.filter((line) => line.startsWith(start)).map((line) => line.slice(start.length).trim())
}

/** `sprop-parameter-sets` of H.264; `sprop-vps`, `-sps` and `-pps` of H.265. */
function setsOf(parameters: string): Buffer {
  const sets = ['sprop-vps', 'sprop-sps', 'sprop-pps', 'sprop-parameter-sets'].flatMap((name) => {
    const [, value = ''] = new RegExp(`(?:^|;)\\s*${name}\\s*=\\s*([^;\\s]+)`, 'i').exec(parameters) ?? []
    return value.split(',')
  })
  const nals = sets.slice(0, SETS_MAX).map((set) => Buffer.from(set, 'base64'))
  return joinNals(nals.filter((nal) => nal.length > 1))
}

/** Base of relative addresses: `Content-Base`, which may lack its host, else the requested address. */
export function baseUrl(url: string, contentBase: string | null): string {
  if (!contentBase?.startsWith('/')) return controlUrl(url, contentBase)
  const { protocol, host } = new URL(url)
  return controlUrl(url, `${protocol}//${host}${contentBase}`)
}

/** The address of a `control` attribute, without characters that could end a line of RTSP. */
export function controlUrl(base: string, control: string | null): string {
  if (control === null || control === '*' || /[^\x21-\x7e]/.test(control)) return base
  if (/^rtsps?:\/\//i.test(control)) return control
  return base.endsWith('/') ? base + control : `${base}/${control}`
}
