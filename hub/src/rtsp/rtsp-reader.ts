/** Parses what a camera sends: messages of limited size, and interleaved media packets. */

/** Maximum size of a start line with all headers, and of a body (a stream's description), bytes. */
const HEAD_BYTES_MAX = 16 * 1024
const BODY_BYTES_MAX = 64 * 1024

/** `headers` without `Content-Length`, which `messageBytes` sets from the body. */
export type RtspMessage = { start: string; headers: [name: string, value: string][]; body: Buffer }

export type Header = [name: string, value: string]
/** `answers`: how often it was sent with an answer to a challenge. `resolve`: null if no caller waits. */
export type Question = {
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
const CR = 0x0d
const DOLLAR = 0x24
const PACKET_HEAD_BYTES = 4
const NOTHING = Buffer.alloc(0)

export class RtspReader {
  readonly #sink: RtspSink
  /** The beginning of an incomplete message. */
  #message: Buffer = NOTHING
  /** An incomplete media packet: its first `#packetBytes` bytes are received. */
  #packet: Buffer | null = null
  #packetBytes = 0

  constructor(sink: RtspSink) {
    this.#sink = sink
  }

  /** Retains no reference to `chunk`. Throws RtspGarbage; do not call it again after that. */
  read(chunk: Buffer): void {
    let data = chunk
    let at = this.#packetBytes > 0 ? this.#finishPacket(chunk) : 0
    if (this.#message.length > 0) {
      data = Buffer.concat([this.#message, chunk])
      this.#message = NOTHING
    }
    at = this.#takeAll(data, at)
    if (at === data.length) return
    if (data[at] === DOLLAR) this.#hold(data, at, data.length)
    else this.#message = Buffer.from(data.subarray(at))
  }

  /** Returns the offset of the data that is still incomplete. */
  #takeAll(data: Buffer, from: number): number {
    let at = from
    while (at < data.length) {
      if (data[at] === DOLLAR) {
        const end = packetEnd(data, at, data.length)
        if (end === null || end > data.length) return at
        this.#sink.onPacket(data[at + 1]!, data, at + PACKET_HEAD_BYTES, end)
        at = end
      } else if (data[at] === CR || data[at] === LF) {
        at++
      } else {
        const next = readMessage(data, at)
        if (!next) return at
        at = next.end
        this.#sink.onMessage(next.message)
      }
    }
    return at
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

/** Null until it is complete. */
function readMessage(data: Buffer, from: number): { message: RtspMessage; end: number } | null {
  const head = readHead(data, from)
  if (!head) return null
  const [start, ...lines] = head.lines
  if (start === undefined || !/^(RTSP\/1\.\d \d{3}\b|[A-Z_]+ \S+ RTSP\/1\.\d$)/.test(start)) throw new RtspGarbage()
  const headers = lines.flatMap((line): [string, string][] => {
    const [, name, value] = /^([^\s:]+)[ \t]*:(.*)$/.exec(line) ?? []
    return name === undefined ? [] : [[name, value!.trim()]]
  })
  const end = head.end + bodyBytes(headers)
  if (data.length < end) return null
  const rest = headers.filter(([name]) => name.toLowerCase() !== 'content-length')
  return { message: { start, headers: rest, body: Buffer.from(data.subarray(head.end, end)) }, end }
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

function bodyBytes(headers: readonly [string, string][]): number {
  const lengths = new Set(headers.filter(([name]) => name.toLowerCase() === 'content-length').map(([, text]) => text))
  if (lengths.size === 0) return 0
  const [text] = lengths
  const length = /^\d{1,9}$/.test(text!) ? Number(text) : Number.NaN
  if (lengths.size > 1 || !(length <= BODY_BYTES_MAX)) throw new RtspGarbage()
  return length
}
