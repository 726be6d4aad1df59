/** Connection tests of cameras with privacy, however their address is spelt. */
import { fileURLToPath } from 'node:url'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { describe, expect, test } from 'vitest'
import { CameraError } from '#platform/camera-error.ts'
import { allowedAddress } from '#platform/networks.ts'
import { LOOPBACK } from '#testing/wanted-camera.ts'
import type { HandlerOptions } from '../handlers.ts'
import { createHandlers } from '../handlers.ts'
import { judgeImage } from './image-gate.ts'

const NAMES: Record<string, string[]> = {
  'camera.local': ['10.0.0.9'],
  'both.local': ['10.0.0.77', '10.0.0.9'],
  'other.local': ['10.0.0.8'],
}
const resolveFake = async (host: string) =>
  NAMES[host] ?? Promise.reject(new CameraError({ code: 'host-unknown', params: { host } }))
const SITE = { cidrs: [], isLoopbackAllowed: false }
const request = (streamUrl: string, more: { privateHosts?: string[] } = {}) => ({
  type: 'probe' as const,
  cameraId: null,
  privateHosts: [],
  username: null,
  password: null,
  isBasicAllowed: false,
  certificate: null,
  streamUrl,
  ...more,
})

describe('CAM-09 the frame of a connection test', () => {
  test.each([
    '127.1',
    '0x7f000001',
    '2130706433',
    'localhost',
    '127.0.0.2',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
  ])('CAM-09 is withheld when %s leads to the camera with privacy at 127.0.0.1', async (host) => {
    const options = { privateStreamUrls: ['rtsp://127.0.0.1:8554/room'], isPrivateCamera: false, networks: LOOPBACK }
    expect((await judgeImage(request(`rtsps://${host}:9000/else`), options)).withheld).toBe('privacy')
  })

  test.each([
    ['rtsp://camera.local/live', 'privacy'],
    ['rtsp://CAMERA.local.:8554/live', 'privacy'],
    ['rtsp://both.local/live', 'privacy'],
    ['rtsp://unknown.local/live', 'unsure'],
    ['rtsp://other.local/live', null],
  ])('CAM-09 %s beside a private camera at 10.0.0.9: %s', async (url, withheld) => {
    const options = { privateStreamUrls: [], isPrivateCamera: false, networks: SITE, resolve: namesOrAddresses }
    expect((await judgeImage(request(url, { privateHosts: ['10.0.0.9'] }), options)).withheld).toBe(withheld)
  })

  test('CAM-09 is withheld while the name of a camera with privacy cannot be resolved', async () => {
    const options = { privateStreamUrls: ['rtsp://gone.local/a'], isPrivateCamera: false, networks: SITE }
    const gate = await judgeImage(request('rtsp://10.0.0.8/live'), { ...options, resolve: namesOrAddresses })
    expect(gate.withheld).toBe('unsure')
  })

  test('CAM-09 a name that changes after the comparison is not opened at its new address', async () => {
    const options = { privateStreamUrls: [], isPrivateCamera: false, networks: LOOPBACK, resolve: namesOrAddresses }
    const { networks } = await judgeImage(request('rtsp://other.local/live'), options)
    await expect(allowedAddress('127.0.0.1', networks)).rejects.toMatchObject({
      reason: { code: 'network-not-allowed' },
    })
    expect(await allowedAddress('10.0.0.8', networks)).toBe('10.0.0.8')
  })
})

const namesOrAddresses = async (host: string) => (/^[\d.]+$/.test(host) ? [host] : resolveFake(host))

describe('CAM-12 a connection test of a drawn room', () => {
  const drawn = fileURLToPath(import.meta.resolve('@mimamori/lab/rooms/camera/scene-source.ts'))
  const refused = fileURLToPath(import.meta.resolve('#pipeline/ingest/refused-source.ts'))
  const handlersWith = (sources: Record<string, string>) => {
    const hidden = { cameraId: 'a', streamUrl: 'scene:room-205', privacy: { level: 'blur', masks: [] } }
    return createHandlers({
      cameras: () => [hidden as unknown as DesiredCamera],
      networks: () => LOOPBACK,
      sources,
      environment: process.env,
    } as unknown as HandlerOptions)
  }
  const never = new AbortController().signal

  test('CAM-09 a room with privacy gives codec and size, and no frame', async () => {
    const { probe } = handlersWith({ scene: drawn })
    const { result } = await probe(request('scene://Room-205?fps=5'), never)
    expect(result).toMatchObject({ codec: 'h264', withheld: 'privacy', jpeg: '' })
  }, 30_000)

  test('CAM-12 a hub that was not started for the demo refuses it with its own words', async () => {
    const { probe } = handlersWith({ scene: refused })
    await expect(probe(request('scene:room-201'), never)).rejects.toMatchObject({ error: { code: 'scene-not-demo' } })
  })
})
