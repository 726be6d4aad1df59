// The lies of hostile cameras, by what a technician would say of them, and what the hub shall say.
import type { StatusReasonCode } from '@mimamori/contract/camera/status-reason.ts'
import type { Films, Lie, Request, Wire } from './hostile-cameras.ts'
import { fragmentUnit, SOUND_SDP, sdp, slicesOf, spsFor, TICKS_PER_IMAGE } from './hostile-film.ts'

/** `named`: the reason that the hub gives for it. */
export type NamedLie = Lie & { named: StatusReasonCode }

const frameAt = ({ images }: Films['small'], count: number) => images[count % images.length]!
const stampAt = (count: number) => count * TICKS_PER_IMAGE
const randomBytes = (length: number) => Buffer.from(Array.from({ length }, () => Math.floor(Math.random() * 256)))
const isAbout = ({ method }: Request, asked: string) => method === asked
const reply = ({ send }: Wire, { cseq }: Request, status: string, headers: string) =>
  send(`RTSP/1.0 ${status}\r\nCSeq: ${cseq}\r\n${headers}\r\n`)
/** Lies with one answer, and is honest otherwise. */
const answering =
  (asked: string, lie: (request: Request, wire: Wire) => void): NonNullable<Lie['answer']> =>
  (request, wire) => {
    if (isAbout(request, asked)) lie(request, wire)
    return isAbout(request, asked)
  }

/** `canary`: an address inside that no camera may make the hub open. */
export function liesBeforeFrames(canary: string): Record<string, NamedLie> {
  return {
    'accepts and stays silent': { named: 'timeout', raw: () => {} },
    'sends one byte a second': { named: 'timeout', raw: dripping },
    'begins a header that never ends': { named: 'not-camera', raw: endlessHeader },
    'sends random bytes without end': {
      named: 'not-camera',
      raw: ({ every, send }) => every(5, () => send(randomBytes(10_000))),
    },
    'is a web server': {
      named: 'not-camera',
      raw: ({ socket, send }) =>
        socket.once('data', () => send('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n')),
    },
    'speaks TLS on a plain port': {
      named: 'not-camera',
      raw: ({ send }) => send(Buffer.from([0x16, 0x03, 0x03, 0x00, 0x7a, 0x02])),
    },
    'closes its half of the connection at once': { named: 'closed-early', raw: ({ socket }) => socket.end() },
    'resets the connection at the first word': {
      named: 'unreachable',
      raw: ({ socket }) => socket.once('data', () => socket.resetAndDestroy()),
    },
    'announces a description of two gigabytes': {
      named: 'too-long',
      answer: answering('DESCRIBE', (request, wire) => {
        reply(wire, request, '200 OK', 'Content-Type: application/sdp\r\nContent-Length: 2000000000\r\n')
        wire.every(5, () => wire.send(Buffer.alloc(100_000, 'a=x\r\n')))
      }),
    },
    'sends a description of 300 kilobytes': {
      named: 'too-long',
      describe: ({ small }) => sdp(small) + 'a=nothing:to see here\r\n'.repeat(13_000),
    },
    'describes its stream one byte a second': {
      named: 'timeout',
      answer: answering('DESCRIBE', (request, wire) => {
        reply(wire, request, '200 OK', 'Content-Type: application/sdp\r\nContent-Length: 900\r\n')
        wire.every(1000, () => wire.send('v'))
      }),
    },
    'describes its stream in random bytes': { named: 'no-video', describe: () => randomBytes(600).toString('latin1') },
    'describes sound only': { named: 'no-video', describe: () => SOUND_SDP },
    'leads to an address inside': {
      named: 'redirected',
      answer: answering('DESCRIBE', (request, wire) =>
        reply(wire, request, '302 Moved Temporarily', `Location: ${canary}\r\n`),
      ),
    },
    'leads to itself for ever': {
      named: 'redirected',
      answer: answering('DESCRIBE', (request, wire) =>
        reply(wire, request, '301 Moved Permanently', `Location: ${request.url}\r\n`),
      ),
    },
    'sends its images to another receiver': {
      named: 'redirected',
      answer: answering('SETUP', (request, wire) =>
        reply(wire, request, '200 OK', 'Session: 1\r\nTransport: RTP/AVP;unicast;destination=10.0.0.9\r\n'),
      ),
    },
    'refuses every password': {
      named: 'login-wrong',
      answer: answering('DESCRIBE', (request, wire) =>
        reply(wire, request, '401 Unauthorized', 'WWW-Authenticate: Digest realm="x", nonce="0123456789abcdef"\r\n'),
      ),
    },
    'asks with a new nonce each time': {
      named: 'login-wrong',
      answer: answering('DESCRIBE', (request, wire) => {
        const nonce = randomBytes(16).toString('hex')
        reply(wire, request, '401 Unauthorized', `WWW-Authenticate: Digest realm="x", nonce="${nonce}", stale=true\r\n`)
      }),
    },
    'hangs up after its description': {
      named: 'opening-ended',
      answer: answering('SETUP', (_, { socket }) => socket.end()),
    },
    'resets the connection in the middle': {
      named: 'unreachable',
      answer: answering('SETUP', (_, { socket }) => socket.resetAndDestroy()),
    },
    'plays and sends no frame': { named: 'no-frames', play: () => {} },
    'sends media of a kind nobody asked for, as fast as it can': {
      named: 'no-frames',
      play: ({ every, send }) => {
        const frame = Buffer.alloc(60_004)
        frame.write('$', 'latin1')
        frame[1] = 9
        frame.writeUInt16BE(60_000, 2)
        every(1, () => send(frame))
      },
    },
  }
}

export const LIES_WITH_FRAMES: Record<string, NamedLie> = {
  'stops after two seconds with the connection open': {
    named: 'no-frames',
    play: ({ films, rtp, send, every }) =>
      every(100, (count) => {
        if (count < 20) send(rtp.image(frameAt(films.small, count).nals, stampAt(count)))
      }),
  },
  'resets the connection after a second of images': {
    named: 'ended',
    play: ({ films, rtp, send, every, socket }) =>
      every(100, (count) => {
        if (count < 10) send(rtp.image(frameAt(films.small, count).nals, stampAt(count)))
        else socket.resetAndDestroy()
      }),
  },
  'lies about the length of its packets': {
    named: 'images-broken',
    play: ({ films, rtp, send, every }) =>
      every(100, (count) => {
        const packets = rtp.image(frameAt(films.small, count).nals, stampAt(count))
        if (count > 5) packets.writeUInt16BE(packets.readUInt16BE(2) - 7, 2)
        send(packets)
      }),
  },
  'changes its image size with every key frame': {
    named: 'format-unsteady',
    play: ({ films, rtp, send, every }) =>
      every(100, (count) => {
        const film = Math.floor(count / 10) % 2 === 0 ? films.small : films.large
        send(rtp.image(frameAt(film, count % 10).nals, stampAt(count)))
      }),
  },
  'sends no parameter sets': {
    named: 'not-decodable',
    describe: () => sdp(),
    play: ({ films, rtp, send, every }) =>
      every(100, (count) => send(rtp.image(slicesOf(frameAt(films.small, count).nals), stampAt(count)))),
  },
  'sends broken images': {
    named: 'images-broken',
    play: ({ films, rtp, send, every }) =>
      every(100, (count) => {
        const { nals, isKey } = frameAt(films.small, count)
        send(rtp.image(isKey ? nals : nals.map(broken), stampAt(count)))
      }),
  },
  'stamps its frames in reverse': {
    named: 'clock-jumps',
    play: ({ films, rtp, send, every }) =>
      every(100, (count) => send(rtp.image(frameAt(films.small, count).nals, 0x40000000 - stampAt(count)))),
  },
  'jumps by days in its time stamps': {
    named: 'clock-jumps',
    play: ({ films, rtp, send, every }) =>
      every(100, (count) => {
        const jumps = Math.floor(count / 10) * 3_000_000_017
        send(rtp.image(frameAt(films.small, count).nals, stampAt(count) + jumps))
      }),
  },
  'sends a thousand frames a second': {
    named: 'too-many-images',
    play: ({ films, rtp, send, every }) =>
      every(20, (count) => {
        const at = Array.from({ length: 20 }, (_, i) => count * 20 + i)
        send(Buffer.concat(at.map((one) => rtp.image(frameAt(films.small, one).nals, one * 90))))
      }),
  },
  'sends one image a minute': {
    named: 'no-frames',
    play: ({ films, rtp, send, every }) =>
      every(60_000, (count) => send(rtp.image(frameAt(films.small, count).nals, count * 5_400_000))),
  },
  'sends H.265 and calls it H.264': {
    named: 'no-key-frames',
    describe: () => sdp(),
    play: ({ films, rtp, send, every }) =>
      every(100, (count) => send(rtp.image(frameAt(films.hevc, count).nals, stampAt(count)))),
  },
  'never sends a whole image': {
    named: 'no-key-frames',
    play: ({ films, rtp, send, every }) =>
      every(100, (count) => send(rtp.image(frameAt(films.small, 1 + (count % 9)).nals, stampAt(count)))),
  },
  'sends one whole image and then only changes': {
    named: 'key-frames-rare',
    play: ({ films, rtp, send, every }) =>
      every(100, (count) => {
        const index = count === 0 ? 0 : 1 + (count % 9)
        send(rtp.image(frameAt(films.small, index).nals, stampAt(count)))
      }),
  },
  'sends its packets in the wrong order': {
    named: 'images-broken',
    play: ({ films, rtp, send, every }) =>
      every(100, (count) => {
        const packets = rtp.packets(frameAt(films.large, count).nals, stampAt(count))
        send(Buffer.concat(packets.reverse()))
      }),
  },
  'sends one unit without end': {
    named: 'no-frames',
    play: ({ rtp, send, every }) =>
      every(1, (count) => {
        const segment = fragmentUnit(0x65, Buffer.alloc(60_000, 0x5a), { isStart: count === 0, isEnd: false })
        send(rtp.packet(segment, { stamp: 0, isLast: false, number: count }))
      }),
  },
  'announces images of 16,000 x 16,000': {
    named: 'image-too-large',
    play: ({ films, rtp, send, every }) =>
      every(100, (count) => {
        const { nals, isKey } = frameAt(films.small, count)
        const sent = isKey ? [spsFor(16_000, 16_000), ...nals.slice(1)] : nals
        send(rtp.image(count < 10 ? nals : sent, stampAt(count)))
      }),
  },
}

/** A slice with every third byte behind its head turned over. */
function broken(nal: Buffer): Buffer {
  return Buffer.from(nal.map((byte, i) => (i > 6 && i % 3 === 0 ? byte ^ 0x5a : byte)))
}

function dripping({ every, send }: Wire): void {
  const answer = 'RTSP/1.0 200 OK\r\nCSeq: 1\r\n\r\n'
  every(1000, (count) => send(answer[count] ?? ' '))
}

function endlessHeader({ socket, send, every }: Wire): void {
  socket.once('data', () => {
    send('RTSP/1.0 200 OK\r\n')
    every(5, () => send(`X-More: ${'a'.repeat(4000)}\r\n`))
  })
}
