import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { loginOf, redact, rtspUrl } from '#media/rtsp.ts'
import { preflight } from './preflight.ts'

const nurse = { username: 'nurse', password: 'p@ss:word/1' }
const closers: (() => void)[] = []

afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A server that does `talk` with everyone who connects; answers its address. */
async function serve(talk: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    talk(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `rtsp://127.0.0.1:${(server.address() as AddressInfo).port}/stream`
}

/** Answers every question with the same words. */
function answering(answer: string) {
  return (socket: Socket) => socket.on('data', () => socket.write(`RTSP/1.0 ${answer}\r\n\r\n`))
}

/** The code and words of the refusal; 'ok' when there is none. */
async function outcome(url: string, timeoutMs = 2000): Promise<string> {
  return preflight(new URL(url), '127.0.0.1', timeoutMs).then(
    () => 'ok',
    (error) => `${error.code}: ${error.message}`,
  )
}

describe('before FFmpeg may touch a camera', () => {
  test('one that answers passes', async () => {
    expect(await outcome(await serve(answering('200 OK\r\nCSeq: 1')))).toBe('ok')
  })

  test('a port where nobody listens is named', async () => {
    const url = await serve(() => {})
    closers.pop()?.()
    expect(await outcome(url)).toMatch(/^refused: 127\.0\.0\.1:\d+ refuses the connection/)
  })

  test('one that accepts and never says a word is named after the time it was given', async () => {
    expect(await outcome(await serve(() => {}), 50)).toMatch(/^timeout: .* did not answer in time/)
  })

  test('one that sends junk for ever is named at once', async () => {
    const url = await serve((socket) => {
      const timer = setInterval(() => socket.write(Buffer.alloc(2000, 0xa7)), 5)
      socket.on('close', () => clearInterval(timer))
    })
    expect(await outcome(url)).toMatch(/^not-rtsp: Something answers/)
  })

  test('one that begins like a camera and then sends junk for ever is named too', async () => {
    const url = await serve((socket) => {
      socket.write('RTSP/1.0 200 OK\r\n')
      const timer = setInterval(() => socket.write(Buffer.alloc(20_000, 0x41)), 1)
      socket.on('close', () => clearInterval(timer))
    })
    expect(await outcome(url)).toMatch(/^not-rtsp/)
  })

  test('a web server is not a camera', async () => {
    const server = createHttpServer((_, response) => response.end('hello'))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    closers.push(() => server.close())
    expect(await outcome(`rtsp://127.0.0.1:${(server.address() as AddressInfo).port}/`)).toMatch(/^not-rtsp/)
  })

  test('one that hangs up is not a camera', async () => {
    expect(await outcome(await serve((socket) => socket.end()))).toMatch(/^not-rtsp: .* closed the connection/)
  })

  test('a refusal is left to FFmpeg: it is a camera that answers', async () => {
    expect(await outcome(await serve(answering('401 Unauthorized\r\nWWW-Authenticate: Digest realm="c"')))).toBe('ok')
  })
})

describe('addresses', () => {
  test('only rtsp and rtsps are opened, and a refused address is not repeated', () => {
    for (const text of ['http://h/', 'file:///etc/passwd', 'rtsp:', 'concat:rtsp://h/', 'nurse:secret@h', '']) {
      expect(() => rtspUrl(text)).toThrow('must start with rtsp:// or rtsps://')
    }
    expect(rtspUrl('rtsps://camera.local/1').hostname).toBe('camera.local')
  })

  test('a login in the address is used where the camera has none of its own', () => {
    const none = { username: null, password: null }
    const url = rtspUrl('rtsp://guest:p%40ss%3A%2F@h:554/1')
    expect(loginOf(url, none)).toEqual({ username: 'guest', password: 'p@ss:/' })
    expect(loginOf(url, nurse)).toEqual(nurse)
    expect(loginOf(rtspUrl('rtsp://h/1'), none)).toEqual(none)
    expect(loginOf(rtspUrl('rtsp://guest:100%25%@h/1'), none)).toEqual({ username: 'guest', password: '100%25%' })
  })

  test('credentials are taken out of messages, whatever characters they have', () => {
    expect(redact('open rtsp://nurse:p@ss@h:554/1 failed')).toBe('open rtsp://h:554/1 failed')
    expect(redact('RTSPS://nurse:x@h/ and rtsp://h/2')).toBe('RTSPS://h/ and rtsp://h/2')
  })
})
