/** Parses what a camera sends: messages of limited size, and interleaved media packets. */

/** Maximum size of a start line with all headers, and of a body (a stream's description), bytes. */
const HEAD_BYTES_MAX = 16 * 1024
const BODY_BYTES_MAX = 64 * 1024

/** `headers` without `Content-Length`, which `messageBytes` sets from the body. */
export type RtspMessage = { start: string; headers: [name: string, value: string][]; body: Buffer }

export type Header = [name: string, value: string]
/** `answers`: how often it was sent with an answer to a challenge. `resolve`: null if no caller waits. */
export type RtspRequest = {
  method: string
  uri: string
  headers: readonly Header[]
  answers: number
  resolve: ((answer: RtspMessage) => void) | null
}

export type RtspSink = {
  /** A media packet is `bytes` from `from` up to `to`, valid until the call returns. */
  onPacket: (channel: number, bytes: Buffer, from: number, to: number) => void
  onMessage: (message: RtspMessage) => void
}

/** The data is not RTSP, or exceeds a limit. */
export class RtspGarbage extends Error {}

const LF = 0x0a
/** Before a message: spaces and ends of lines. */
const SPACES = new Set([0x09, 0x0a, 0x0d, 0x20])
const DOLLAR = 0x24
const PACKET_HEAD_BYTES = 4
const RTP_VERSION = 2
const NOTHING = Buffer.alloc(0)

/** How a message begins that a camera sends while its video plays. */
const BEGINNINGS = [
  'RTSP/1.',
  'OPTIONS ',
  'GET_PARAMETER ',
  'SET_PARAMETER ',
  'ANNOUNCE ',
  'REDIRECT ',
  'TEARDOWN ',
  'PAUSE ',
]

export class RtspReader {
  readonly #sink: RtspSink
  /** The beginning of an incomplete message, or bytes before the next packet. */
  #message: Buffer = NOTHING
  /** An incomplete media packet: its first `#packetBytes` bytes are received. */
  #packet: Buffer | null = null
  #packetBytes = 0
  /** The channel of the playing video; null: every byte must belong to a message or packet. */
  #channel: number | null = null
  /** The incomplete message is a description without its length: it ends where the camera falls silent. */
  isLengthUnknown = false

  constructor(sink: RtspSink) {
    this.#sink = sink
  }

  /**
   * From now on skips stray bytes between packets, up to the next packet of this channel or the one after it, or message.
   * REAL-09
   */
  skipStrayBytes(channel: number): void {
    this.#channel = channel
  }

  /** Retains no reference to `chunk`. Throws RtspGarbage; do not call it again after that. */
  read(chunk: Buffer): void {
    let data = chunk
    let at = this.#packetBytes > 0 ? this.#finishPacket(chunk) : 0
    if (this.#message.length > 0) {
      data = Buffer.concat([this.#message, chunk])
      this.#message = NOTHING
    }
    this.isLengthUnknown = false
    at = this.#takeAll(data, at)
    if (at === data.length) return
    if (data[at] === DOLLAR && this.#beginsPacket(data, at) === true) this.#hold(data, at, data.length)
    else this.#message = Buffer.from(data.subarray(at))
  }

  /** The camera has fallen silent: a description without its length is complete. */
  finishDescription(): void {
    if (!this.isLengthUnknown) return
    this.isLengthUnknown = false
    const data = this.#message
    this.#message = NOTHING
    const read = readMessage(data, 0, true)
    if (typeof read === 'object') this.#sink.onMessage(read.message)
  }

  /** Returns the offset of the data that is still incomplete. */
  #takeAll(data: Buffer, from: number): number {
    let at = from
    while (at < data.length) {
      const isPacket = this.#beginsPacket(data, at)
      if (isPacket === null) return at
      if (isPacket) {
        const end = packetEnd(data, at, data.length)
        if (end === null || end > data.length) return at
        this.#sink.onPacket(data[at + 1]!, data, at + PACKET_HEAD_BYTES, end)
        at = end
      } else if (SPACES.has(data[at]!)) {
        at++
      } else if (this.#channel !== null && !beginsMessage(data, at)) {
        at = this.#behindStray(data, at + 1, this.#channel)
      } else {
        const next = readMessage(data, at)
        this.isLengthUnknown = next === 'open'
        if (next === 'incomplete' || next === 'open') return at
        at = next.end
        this.#sink.onMessage(next.message)
      }
    }
    return at
  }

  /** Whether a packet begins there; null: more bytes are needed. While the video plays, its packets must be RTP or RTCP. */
  #beginsPacket(data: Buffer, at: number): boolean | null {
    if (data[at] !== DOLLAR) return false
    if (this.#channel === null) return true
    if (data.length - at < PACKET_HEAD_BYTES) return null
    const length = data.readUInt16BE(at + 2)
    if (length === 0) return true
    return data.length - at > PACKET_HEAD_BYTES ? data[at + PACKET_HEAD_BYTES]! >> 6 === RTP_VERSION : null
  }

  /** The next packet of the video, or message, or as many of the last bytes as may begin one. */
  #behindStray(data: Buffer, from: number, channel: number): number {
    for (let at = from; at < data.length; at++) {
      if (data[at] !== DOLLAR) {
        if (beginsMessage(data, at)) return at
        continue
      }
      const isOwn = at + 1 >= data.length || data[at + 1] === channel || data[at + 1] === channel + 1
      if (isOwn && this.#beginsPacket(data, at) !== false) return at
    }
    return data.length
  }

  /** Returns how many bytes of the chunk belong to the incomplete packet. */
  #finishPacket(chunk: Buffer): number {
    let at = 0
    while (at < chunk.length) {
      const packet = this.#packet!
      const end = packetEnd(packet, 0, this.#packetBytes) ?? PACKET_HEAD_BYTES
      const to = Math.min(chunk.length, at + end - this.#packetBytes)
      this.#hold(chunk, at, to)
      at = to
      if (packetEnd(packet, 0, this.#packetBytes) !== this.#packetBytes) continue
      const length = this.#packetBytes
      this.#packetBytes = 0
      this.#sink.onPacket(packet[1]!, packet, PACKET_HEAD_BYTES, length)
      return at
    }
    return at
  }

  #hold(data: Buffer, from: number, to: number): void {
    this.#packet ??= Buffer.allocUnsafeSlow(PACKET_HEAD_BYTES + 0xffff)
    data.copy(this.#packet, this.#packetBytes, from, to)
    this.#packetBytes += to - from
  }
}

/** Whether a message may begin there, by the bytes that have arrived. */
function beginsMessage(data: Buffer, at: number): boolean {
  const first = data[at]!
  if (first < 0x41 || first > 0x5a) return false
  const text = data.toString('latin1', at, at + 14)
  return BEGINNINGS.some((start) => (text.length < start.length ? start.startsWith(text) : text.startsWith(start)))
}

/** Null until its length has arrived. */
function packetEnd(data: Buffer, at: number, until: number): number | null {
  return until - at < PACKET_HEAD_BYTES ? null : at + PACKET_HEAD_BYTES + data.readUInt16BE(at + 2)
}

/** A serialized message. */
export function messageBytes({ start, headers, body }: RtspMessage): Buffer {
  const length: [string, string][] = body.length > 0 ? [['Content-Length', String(body.length)]] : []
  const lines = [...headers, ...length].map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([Buffer.from(`${start}\r\n${lines.join('')}\r\n`, 'latin1'), body])
}

/** A serialized media or control packet. */
export function framed(channel: number, bytes: Buffer): Buffer {
  const head = Buffer.from([DOLLAR, channel, 0, 0])
  head.writeUInt16BE(bytes.length, 2)
  return Buffer.concat([head, bytes])
}

/** Every value of a header. */
export function headerValues({ headers }: RtspMessage, name: string): string[] {
  return headers.filter(([of]) => of.toLowerCase() === name).map(([, value]) => value)
}

/** `open`: complete, unless more of its description follows, which has no length. */
type ReadMessage = { message: RtspMessage; end: number } | 'incomplete' | 'open'

/** `isOver`: nothing follows. Lines that begin with a space continue the one before. */
function readMessage(data: Buffer, from: number, isOver = false): ReadMessage {
  const head = readHead(data, from)
  if (!head) return 'incomplete'
  const [start, ...lines] = head.lines
  if (!start || !/^(RTSP\/1\.\d[ \t]+\d{3}\b|[A-Z_]+ \S+ RTSP\/1\.\d\s*$)/.test(start)) throw new RtspGarbage()
  const unfolded = lines
    .join('\n')
    .replaceAll(/\n[ \t]+/g, ' ')
    .split('\n')
  const headers = unfolded.flatMap((line): [string, string][] => {
    const [, name, value] = /^([^\s:]+)[ \t]*:(.*)$/.exec(line) ?? []
    return name === undefined ? [] : [[name, value!.trim()]]
  })
  const length = bodyBytes(headers, data[head.end] === 0x76)
  const end = length === null ? endOfDescription(data, head.end, isOver) : head.end + length
  if (end === null) return 'open'
  if (data.length < end) return 'incomplete'
  const rest = headers.filter(([name]) => name.toLowerCase() !== 'content-length')
  return { message: { start, headers: rest, body: Buffer.from(data.subarray(head.end, end)) }, end }
}

/** The end of lines that a description (SDP) may consist of; null until something else follows. */
function endOfDescription(data: Buffer, from: number, isOver: boolean): number | null {
  let at = from
  while (at < data.length) {
    const lineEnd = data.indexOf(LF, at)
    const line = data.toString('latin1', at, lineEnd < 0 ? data.length : lineEnd)
    if (!/^(\s*|\s*[a-zA-Z]\s*(=.*)?)$/.test(line.replaceAll('\r', ''))) return at
    if (at - from > BODY_BYTES_MAX) throw new RtspGarbage()
    if (lineEnd < 0) break
    at = lineEnd + 1
  }
  return isOver ? data.length : null
}

/** Lines end with a line feed; carriage returns are ignored: not every camera sends both. */
function readHead(data: Buffer, from: number): { lines: string[]; end: number } | null {
  const lines: string[] = []
  let at = from
  while (true) {
    const lineEnd = data.indexOf(LF, at)
    const seen = (lineEnd < 0 ? data.length : lineEnd) - from
    if (seen > HEAD_BYTES_MAX) throw new RtspGarbage()
    if (lineEnd < 0) return isLikeRtsp(data, from) ? null : throwGarbage()
    const line = data.toString('latin1', at, lineEnd).replaceAll('\r', '')
    if (line.includes('\0')) throw new RtspGarbage()
    at = lineEnd + 1
    if (line === '') return { lines, end: at }
    lines.push(line)
  }
}

/** Garbage is recognized by its first byte: every message begins with a capital letter. */
function isLikeRtsp(data: Buffer, at: number): boolean {
  return data[at]! >= 0x41 && data[at]! <= 0x5a
}

function throwGarbage(): never {
  throw new RtspGarbage()
}

/** Null: a description without its length; by its type, or by `isDescribed`: it begins like one. */
function bodyBytes(headers: readonly [string, string][], isDescribed: boolean): number | null {
  const named = headers.map(([name, text]) => [name.toLowerCase(), text] as const)
  const lengths = new Set(named.flatMap(([name, text]) => (name === 'content-length' && text !== '' ? [text] : [])))
  if (lengths.size === 0) {
    const isTyped = named.some(([name, type]) => name === 'content-type' && /\bsdp\b/i.test(type))
    return isTyped || isDescribed ? null : 0
  }
  const [text] = lengths
  const length = /^\d{1,9}$/.test(text!) ? Number(text) : Number.NaN
  if (lengths.size > 1 || !(length <= BODY_BYTES_MAX)) throw new RtspGarbage()
  return length
}
