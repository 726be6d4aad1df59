/** Parses a camera's description of its stream (SDP, RFC 8866): finds a supported video and its address. */
import { joinNals } from '#mp4/annex-b.ts'

export type DescribedVideo = {
  codec: 'h264' | 'hevc' | 'mjpeg'
  payloadType: number
  /** Ticks per second of its timestamps. */
  clockRate: number
  /** In pixels; null: it is not described. */
  size: { width: number; height: number } | null
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
  ['jpeg', 'mjpeg'],
] as const)
const RTP_CLOCK = 90_000
/** The number that JPEG has without a name (RFC 3551). */
const JPEG_FORMAT = '26'
const SETS_MAX = 16
/** As many as a JPEG can say. */
const SIDE_MAX = 0xffff

/** The first video of H.264 or H.265, else of JPEG; null if there is none. */
export function describedVideo(sdp: string): DescribedVideo | null {
  const all = describedVideos(sdp)
  return all.find(({ codec }) => codec !== 'mjpeg') ?? all[0] ?? null
}

function describedVideos(sdp: string): DescribedVideo[] {
  const found: DescribedVideo[] = []
  const [session = [], ...media] = sections(sdp)
  for (const lines of media) {
    const [, formats = ''] = /^m=video \d+(?:\/\d+)? \S*RTP\/\S+ (.*)$/.exec(lines[0]!) ?? []
    for (const format of formats.split(' ')) {
      const video = ofFormat(format, lines)
      if (video) found.push({ ...video, sessionControl: attributes(session, 'control')[0] ?? null })
    }
  }
  return found
}

/** Null: no supported codec has this format, a payload type. */
function ofFormat(format: string, lines: readonly string[]): Omit<DescribedVideo, 'sessionControl'> | null {
  if (!/^\d{1,3}$/.test(format)) return null
  const ownOf = (name: string) =>
    attributes(lines, name).flatMap((value) => (value.startsWith(`${format} `) ? [value.slice(format.length + 1)] : []))
  const parameters = ownOf('fmtp').join(';')
  const [, name, rate] = /^([\w-]+) ?(?:\/ ?(\d{1,9}))?/.exec(ownOf('rtpmap')[0] ?? '') ?? []
  const unnamed = format === JPEG_FORMAT ? 'mjpeg' : codecOf(parameters)
  const codec = name === undefined ? unnamed : CODECS.get(name.toLowerCase() as 'h264')
  if (!codec) return null
  const control = attributes(lines, 'control')[0] ?? null
  return {
    codec,
    payloadType: Number(format),
    clockRate: Number(rate) || RTP_CLOCK,
    size: sizeOf(ownOf('framesize')[0] ?? attributes(lines, 'x-dimensions')[0] ?? ''),
    extradata: setsOf(parameters),
    control,
  }
}

/** By `framesize` (RFC 6064), `2592-1944`, or by `x-dimensions`, `2592,1944`. */
function sizeOf(text: string): DescribedVideo['size'] {
  const [, width, height] = /^(\d{1,5}) ?[-,] ?(\d{1,5})$/.exec(text) ?? []
  const size = { width: Number(width), height: Number(height) }
  return size.width > 0 && size.height > 0 && Math.max(size.width, size.height) <= SIDE_MAX ? size : null
}

/** By the parameter sets that a camera gives without a name for the codec. */
function codecOf(parameters: string): DescribedVideo['codec'] | undefined {
  if (/\bsprop-parameter-sets ?=/i.test(parameters)) return 'h264'
  return /\bsprop-[vsp]ps ?=/i.test(parameters) ? 'hevc' : undefined
}

/** The lines of the session, then those of each medium, with single spaces and none around the first `=`. */
function sections(sdp: string): string[][] {
  const found: string[][] = [[]]
  for (const text of sdp.split(/\r\n|\n|\r/)) {
    const [, kind, value] = /^\s*([a-zA-Z])\s*=\s*(.*)$/.exec(text) ?? []
    if (kind === undefined) continue
    const line = `${kind.toLowerCase()}=${value!.replaceAll(/\s+/g, ' ').trim()}`
    if (line.startsWith('m=')) found.push([])
    found.at(-1)!.push(line)
  }
  return found
}

/** The values of an attribute. */
function attributes(lines: readonly string[], name: string): string[] {
  const start = new RegExp(`^a=${name} ?: ?`, 'i')
  return lines.flatMap((line) => (start.test(line) ? [line.replace(start, '')] : []))
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
