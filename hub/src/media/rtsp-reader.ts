/** Takes one direction of an RTSP connection apart: messages, bounded in size, and media between them, untouched. */

/** Longest start line with all headers, and longest body (the description of a stream), bytes. */
export const HEAD_BYTES_MAX = 16 * 1024
export const BODY_BYTES_MAX = 64 * 1024

/** `headers` without `Content-Length`, which `messageBytes` sets from the body. */
export type RtspMessage = { start: string; headers: [name: string, value: string][]; body: Buffer }
export type RtspPiece = { media: Buffer } | { message: RtspMessage }

/** What came is no RTSP, or more of it than anybody needs. */
export class RtspGarbage extends Error {}

const LF = 0x0a
const CR = 0x0d
const DOLLAR = 0x24
const NOTHING = Buffer.alloc(0)

export class RtspReader {
  /** Bytes of the present media frame that are still to come. */
  #frameRest = 0
  #held: Buffer = NOTHING

  /** Throws RtspGarbage; nothing may be read after that. Media is handed on in as few pieces as possible. */
  read(chunk: Buffer): RtspPiece[] {
    const data = this.#held.length > 0 ? Buffer.concat([this.#held, chunk]) : chunk
    this.#held = NOTHING
    const pieces: RtspPiece[] = []
    let at = 0
    while (at < data.length) {
      const mediaEnd = this.#passMedia(data, at)
      if (mediaEnd > at) pieces.push({ media: data.subarray(at, mediaEnd) })
      at = mediaEnd
      while (data[at] === CR || data[at] === LF) at++
      if (at >= data.length) break
      const next = data[at] === DOLLAR ? null : readMessage(data, at)
      if (next) {
        pieces.push({ message: next.message })
        at = next.end
      } else if (data[at] !== DOLLAR || data.length - at < 4) {
        this.#held = data.subarray(at)
        break
      }
    }
    return pieces
  }

  /** Where the media that begins at `at` ends, or the part of it that is here. */
  #passMedia(data: Buffer, from: number): number {
    let at = from
    while (true) {
      const here = Math.min(this.#frameRest, data.length - at)
      at += here
      this.#frameRest -= here
      if (data[at] !== DOLLAR || data.length - at < 4) return at
      this.#frameRest = 4 + data.readUInt16BE(at + 2)
    }
  }
}

/** A message as bytes, written anew so that whoever reads it next sees what was judged. */
export function messageBytes({ start, headers, body }: RtspMessage): Buffer {
  const length: [string, string][] = body.length > 0 ? [['Content-Length', String(body.length)]] : []
  const lines = [...headers, ...length].map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([Buffer.from(`${start}\r\n${lines.join('')}\r\n`, 'latin1'), body])
}

/** Every value of a header. */
export function headerValues({ headers }: RtspMessage, name: string): string[] {
  return headers.filter(([of]) => of.toLowerCase() === name).map(([, value]) => value)
}

/** Null while it is not all here. */
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
  return { message: { start, headers: rest, body: data.subarray(head.end, end) }, end }
}

/** Lines end as FFmpeg ends them: with a line feed, and carriage returns count for nothing. */
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

/** Junk is known by its first byte: every message begins with a capital letter. */
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
