// Cameras that lie, each in its own way: a real TCP server each, that speaks RTSP until its lie begins, or lies over HTTP.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { drawJpegs } from '../drawn-jpegs.ts'
import { drawFilm, drawHevc, type Film, RtpWriter, sdp } from './hostile-film.ts'

export type Films = { small: Film; large: Film; hevc: Film; jpegs: Buffer[]; otherJpegs: Buffer[] }
export type Request = { method: string; url: string; cseq: string; text: string }
/** One connection, once its lie has it. */
export type Wire = {
  socket: Socket
  films: Films
  rtp: RtpWriter
  /** Sends what can leave: a receiver that is slow loses it, so that the liar's own memory stays small. */
  send: (bytes: Buffer | string) => void
  /** At once and then every `ms` until the connection ends. */
  every: (ms: number, work: (count: number) => void) => void
}
export type Lie = {
  /** Default: RTSP. */
  scheme?: 'http'
  /** Instead of RTSP, from the first moment. */
  raw?: (wire: Wire) => void
  /** Instead of the usual answer; false: the usual one. */
  answer?: (request: Request, wire: Wire) => boolean
  describe?: (films: Films) => string
  /** After PLAY was answered. Usual: the small film, for ever. */
  play?: (wire: Wire) => void
}

/** Bytes that may wait in a liar's socket. */
const WAITING_BYTES = 4_000_000

type HostileCamera = { name: string; url: string; connections: () => number; accepted: () => number }

/** Listens on 127.0.0.1 with one port for each lie. */
export async function startHostileCameras(lies: Readonly<Record<string, Lie>>) {
  const films = {
    ...{ small: await drawFilm(320, 192), large: await drawFilm(480, 272), hevc: await drawHevc(320, 192) },
    ...{ jpegs: await jpegsOf(320, 192), otherJpegs: await jpegsOf(480, 272) },
  }
  const servers: Server[] = []
  const sockets = new Set<Socket>()
  const cameras = await Promise.all(
    Object.entries(lies).map(async ([name, lie]): Promise<HostileCamera> => {
      const own = new Set<Socket>()
      let accepted = 0
      const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
        accepted++
        for (const open of [own, sockets]) {
          open.add(socket)
          socket.on('close', () => open.delete(socket))
        }
        converse(socket, lie, films)
      })
      servers.push(server)
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const url = `${lie.scheme ?? 'rtsp'}://127.0.0.1:${(server.address() as AddressInfo).port}/live`
      return { name, url, connections: () => own.size, accepted: () => accepted }
    }),
  )
  return {
    cameras,
    stop() {
      for (const server of servers) server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

const jpegsOf = (width: number, height: number) =>
  drawJpegs({ ...{ width, height, framesPerSecond: 10, frames: 20, keyEvery: 10 }, boxAt: (i) => i / 30 })

function converse(socket: Socket, lie: Lie, films: Films): void {
  const timers = new Set<NodeJS.Timeout>()
  socket.on('error', () => {})
  socket.on('close', () => {
    for (const timer of timers) clearInterval(timer)
  })
  // A side that hangs up shall be hung up on.
  socket.on('end', () => socket.end())
  const wire: Wire = {
    socket,
    films,
    rtp: new RtpWriter(),
    send: (bytes) => void (socket.writable && socket.writableLength < WAITING_BYTES && socket.write(bytes)),
    every(ms, work) {
      let count = 0
      work(count)
      timers.add(setInterval(() => work(++count), ms))
    },
  }
  if (lie.raw) {
    socket.on('data', () => {})
    lie.raw(wire)
    return
  }
  let heard = ''
  socket.on('data', (bytes: Buffer) => {
    heard += bytes.toString('latin1')
    for (let end = heard.indexOf('\r\n\r\n'); end >= 0; end = heard.indexOf('\r\n\r\n')) {
      const text = heard.slice(0, end)
      heard = heard.slice(end + 4)
      const [, method = '', url = ''] = /([A-Z_]+) (\S+) RTSP/.exec(text) ?? []
      const request = { method, url, text, cseq: /cseq: *(\d+)/i.exec(text)?.[1] ?? '1' }
      if (!lie.answer?.(request, wire)) answerAsUsual(request, lie, wire)
    }
  })
}

function answerAsUsual({ method, cseq }: Request, lie: Lie, wire: Wire): void {
  const say = (headers: string, body = '') => wire.send(`RTSP/1.0 200 OK\r\nCSeq: ${cseq}\r\n${headers}\r\n${body}`)
  if (method === 'DESCRIBE') {
    const body = lie.describe?.(wire.films) ?? sdp(wire.films.small)
    say(`Content-Type: application/sdp\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`, body)
  } else if (method === 'SETUP') say('Session: 1\r\nTransport: RTP/AVP/TCP;unicast;interleaved=0-1\r\n')
  else if (method === 'PLAY') {
    say('Session: 1\r\n')
    const play = lie.play ?? showFilm
    play(wire)
  } else say('Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN, GET_PARAMETER\r\n')
}

/** Ten frames a second for ever, as an honest camera. */
function showFilm({ films, rtp, send, every }: Wire): void {
  const { images } = films.small
  every(100, (count) => send(rtp.image(images[count % images.length]!.nals, count * 9000)))
}
