// The lies of hostile cameras that speak HTTP: MJPEG, snapshots, or neither.
import type { Wire } from './hostile-cameras.ts'
import type { NamedLie } from './hostile-lies.ts'

const BOUNDARY = 'frame'
const STREAM = `HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=${BOUNDARY}\r\n\r\n`
const randomBytes = (length: number) => Buffer.from(Array.from({ length }, () => Math.floor(Math.random() * 256)))
const part = (jpeg: Buffer, length = jpeg.length): Buffer =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: ${length}\r\n\r\n`),
    jpeg,
    Buffer.from('\r\n'),
  ])
const jpegAt = ({ films }: Wire, count: number) => films.jpegs[count % films.jpegs.length]!

/** Lies once it was asked. */
const asked = (named: NamedLie['named'], lie: (wire: Wire, request: string) => void): NamedLie => ({
  named,
  scheme: 'http',
  raw: (wire) => wire.socket.once('data', (bytes) => lie(wire, bytes.toString('latin1'))),
})
/** Sends that at once, and then nothing. */
const answering = (named: NamedLie['named'], answer: string | Buffer): NamedLie =>
  asked(named, ({ send }) => send(answer))
/** A stream of what `frame` makes, every `everyMs`. */
const streaming = (named: NamedLie['named'], frame: (wire: Wire, count: number) => Buffer | null, everyMs = 100) =>
  asked(named, (wire) => {
    wire.send(STREAM)
    wire.every(everyMs, (count) => {
      const bytes = frame(wire, count)
      if (bytes) wire.send(bytes)
    })
  })

/** `canary`: an address inside that no camera may make the hub open. */
export function httpLiesBeforeFrames(canary: string): Record<string, NamedLie> {
  return {
    'HTTP: accepts and stays silent': { named: 'timeout', scheme: 'http', raw: () => {} },
    'HTTP: answers one byte a second': asked('timeout', ({ every, send }) =>
      every(1000, (count) => send(STREAM[count] ?? ' ')),
    ),
    'HTTP: begins a header that never ends': asked('not-camera', ({ every, send }) => {
      send('HTTP/1.1 200 OK\r\n')
      every(5, () => send(`X-More: ${'a'.repeat(4000)}\r\n`))
    }),
    'HTTP: sends random bytes without end': asked('not-camera', ({ every, send }) =>
      every(5, () => send(randomBytes(10_000))),
    ),
    'HTTP: closes at once': { named: 'closed-early', scheme: 'http', raw: ({ socket }) => void socket.end() },
    'HTTP: refuses every password': asked('login-wrong', ({ socket }) =>
      socket.end(
        'HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm="x", nonce="0123456789abcdef"\r\nContent-Length: 0\r\n\r\n',
      ),
    ),
    'HTTP: leads to an address inside': asked('redirected', ({ socket }) =>
      socket.end(`HTTP/1.1 302 Found\r\nLocation: ${canary}\r\nContent-Length: 0\r\n\r\n`),
    ),
    'HTTP: leads to itself for ever': asked('redirected', ({ socket }, request) => {
      const [, path = '/'] = /^GET (\S+)/.exec(request) ?? []
      socket.end(`HTTP/1.1 302 Found\r\nLocation: ${path}x\r\nContent-Length: 0\r\n\r\n`)
    }),
    'HTTP: sends a page without end': asked('no-video', ({ every, send }) => {
      send('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n')
      every(5, () => send('<p>camera</p>'.repeat(1000)))
    }),
    'HTTP: sends empty snapshots': asked('no-video', ({ socket }) =>
      socket.end('HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\nContent-Length: 0\r\n\r\n'),
    ),
    'HTTP: announces a stream and sends nothing': answering('no-frames', STREAM),
    'HTTP: sends one JPEG without end': asked('image-too-large', (wire) => {
      wire.send(`${STREAM}--${BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: 2000000000\r\n\r\n`)
      wire.send(jpegAt(wire, 0).subarray(0, -2))
      wire.every(2, () => wire.send(Buffer.alloc(60_000, 0x5a)))
    }),
  }
}

export const HTTP_LIES_WITH_FRAMES: Record<string, NamedLie> = {
  'HTTP: stops after two seconds with the connection open': streaming('no-frames', (wire, count) =>
    count < 20 ? part(jpegAt(wire, count)) : null,
  ),
  'HTTP: resets the connection after a second': streaming('ended', (wire, count) => {
    if (count > 10) wire.socket.resetAndDestroy()
    return count > 10 ? null : part(jpegAt(wire, count))
  }),
  'HTTP: sends a thousand frames a second': streaming(
    'too-many-images',
    (wire, count) => Buffer.concat(Array.from({ length: 20 }, (_, i) => part(jpegAt(wire, count * 20 + i)))),
    20,
  ),
  'HTTP: sends one frame a minute': streaming('no-frames', (wire, count) => part(jpegAt(wire, count)), 60_000),
  'HTTP: announces 16,000 x 16,000': streaming('image-too-large', (wire, count) =>
    part(resized(jpegAt(wire, count), 16_000, 16_000)),
  ),
  'HTTP: changes its size with every second': streaming('format-unsteady', (wire, count) => {
    const { jpegs, otherJpegs } = wire.films
    const from = Math.floor(count / 10) % 2 === 0 ? jpegs : otherJpegs
    return part(from[count % from.length]!)
  }),
  'HTTP: sends JPEGs without an image': streaming('not-decodable', (wire, count) => part(emptied(jpegAt(wire, count)))),
}

/** The same with another size in its frame header (SOF0). */
function resized(jpeg: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(jpeg)
  const at = copy.indexOf(Buffer.from([0xff, 0xc0]))
  copy.writeUInt16BE(height, at + 5)
  copy.writeUInt16BE(width, at + 7)
  return copy
}

/** The same without what stands between the head of its scan and its end. */
function emptied(jpeg: Buffer): Buffer {
  const at = jpeg.indexOf(Buffer.from([0xff, 0xda]))
  return Buffer.concat([jpeg.subarray(0, at + 2 + jpeg.readUInt16BE(at + 2)), Buffer.from([0xff, 0xd9])])
}
