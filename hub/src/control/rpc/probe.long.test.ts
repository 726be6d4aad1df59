/** Test connection on real RTSP, and on everything that is not. */

import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { missingForRtsp, startRtspServer } from '#testing/rtsp-server.ts'
import { LOOPBACK } from '#testing/wanted-camera.ts'
import { type ProbeLimits, probe } from './probe.ts'

const missing = missingForRtsp()
const LOGIN = { user: 'nurse', password: 'p@ss:word/1' }
const HANGING = fileURLToPath(new URL('../../testing/hanging-source.ts', import.meta.url))
const never = new AbortController().signal

function ask(
  streamUrl: string,
  login = { username: null as string | null, password: null as string | null },
  limits: Partial<ProbeLimits> = {},
) {
  const request = {
    type: 'probe' as const,
    cameraId: null,
    streamUrl,
    privateHosts: [],
    certificate: null,
    isBasicAllowed: true,
    ...login,
  }
  const options = {
    networks: LOOPBACK,
    sources: { hanging: HANGING },
    environment: process.env,
    withheld: null,
    limits,
  }
  return probe(request, options, never)
}

describe.skipIf(missing !== null)(`CAM-12 test connection on real RTSP${missing ? ` (${missing})` : ''}`, () => {
  let server: Awaited<ReturnType<typeof startRtspServer>>
  let closed: Awaited<ReturnType<typeof startRtspServer>>
  beforeAll(async () => {
    const mounts = {
      ball: { pattern: 'ball' as const, width: 1280, height: 720, fps: 15 },
      hevc: { pattern: 'smpte' as const, width: 320, height: 240, fps: 10, codec: 'h265' as const },
    }
    server = await startRtspServer(mounts)
    closed = await startRtspServer({ ball: { pattern: 'ball' } }, { login: LOGIN })
  })
  afterAll(async () => {
    await server.stop()
    await closed.stop()
  })

  test('CAM-12 codec, size, frame rate and one frame come back', async () => {
    const { result } = await ask(server.url('ball'))
    expect(result).toMatchObject({ codec: 'h264', width: 1280, height: 720 })
    expect(result!.framesPerSecond).toBeGreaterThan(13)
    expect(result!.framesPerSecond).toBeLessThan(17)
    const jpeg = Buffer.from(result!.jpeg, 'base64')
    expect([jpeg.subarray(0, 2).toString('hex'), jpeg.length < 225_000]).toEqual(['ffd8', true])
  })

  test('CAM-12 H.265 is reported as such', async () => {
    expect((await ask(server.url('hevc'))).result).toMatchObject({ codec: 'hevc', width: 320, height: 240 })
  })

  test('CAM-12 a missing path and a wrong password have different errors', async () => {
    await expect(ask(server.url('nowhere'))).rejects.toMatchObject({ error: { code: 'not-found' } })
    const wrong = ask(closed.url('ball'), { username: LOGIN.user, password: 'hanami' })
    await expect(wrong).rejects.toMatchObject({ error: { code: 'login-wrong' } })
    await expect(wrong).rejects.not.toThrow(/hanami/)
    const right = { username: LOGIN.user, password: LOGIN.password }
    expect((await ask(closed.url('ball'), right)).result?.codec).toBe('h264')
  })
})

describe('CAM-12 no camera', () => {
  const closers: (() => void)[] = []
  afterEach(() => {
    for (const close of closers.splice(0)) close()
  })
  async function serve(talk: (socket: Socket) => void): Promise<string> {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      closers.push(() => socket.destroy())
      talk(socket)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closers.push(() => server.close())
    return `rtsp://127.0.0.1:${(server.address() as AddressInfo).port}/stream`
  }

  test.each([
    ['rtsp://127.0.0.1:1/stream', 'refused'],
    ['rtsp://camera.invalid/stream', 'host-unknown'],
    ['rtsp://8.8.8.8/stream', 'network-not-allowed'],
    ['rtsp://169.254.169.254/latest/meta-data', 'network-not-allowed'],
    ['http://127.0.0.1:1/video', 'refused'],
    ['ftp://127.0.0.1/stream', 'bad-address'],
    ['file:///etc/passwd', 'bad-address'],
  ])('CAM-12 %s is reported as %s', async (url, code) => {
    await expect(ask(url)).rejects.toMatchObject({ error: { code } })
  })

  test('CAM-12 a server that speaks something else, and one that says nothing', async () => {
    const web = await serve((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    await expect(ask(web)).rejects.toMatchObject({ error: { code: 'not-camera' } })
    const silent = await serve(() => {})
    await expect(ask(silent, undefined, { preflightMs: 300 })).rejects.toMatchObject({ error: { code: 'timeout' } })
  })

  test('CAM-12 a camera that hangs inside the video library is given up and its process is gone', async () => {
    await expect(ask('hanging:now', undefined, { totalMs: 2_500 })).rejects.toMatchObject({
      error: { code: 'timeout' },
    })
  })
})
