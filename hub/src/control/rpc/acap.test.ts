/** Apps on AXIS cameras against a faithful fake of the camera's interface. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LOOPBACK, wantedCamera } from '#testing/wanted-camera.ts'
import { askAcap } from './acap.ts'
import { AxisCamera, LOGIN } from './testing/axis-camera.ts'

const CAMERA = '01977c5e-0000-7000-8000-00000000000a'
let axis: AxisCamera
beforeEach(async () => {
  axis = await new AxisCamera().start()
})
afterEach(() => axis.stop())

type Action = 'status' | 'start' | 'stop' | 'restart'
function ask(
  action: Action,
  { application = 'objectanalytics', login = LOGIN, timeoutMs = 5_000, networks = LOOPBACK } = {},
) {
  const camera = wantedCamera(CAMERA, 'rtsp://127.0.0.1/axis-media/media.amp', login)
  const request = { type: 'acap' as const, cameraId: CAMERA, application, action }
  return askAcap(request, { camera, networks, port: axis.port, timeoutMs })
}

describe('CAM-11 apps on an AXIS camera', () => {
  test('CAM-11 the state of an app comes from the camera’s own list', async () => {
    expect(await ask('status')).toEqual({
      result: { type: 'acap', running: 'Stopped', installation: 'Installed', version: '4.5.2' },
    })
    axis.applications.set('objectanalytics', 'Running')
    expect((await ask('status')).result?.running).toBe('Running')
    expect((await ask('status', { application: 'other' })).result).toMatchObject({ installation: 'Failed' })
  })

  test('CAM-11 start, stop and restart work, and repeating one is not an error', async () => {
    expect((await ask('start')).result?.running).toBe('Running')
    expect((await ask('start')).result?.running).toBe('Running')
    expect((await ask('restart')).result?.running).toBe('Running')
    expect((await ask('stop')).result?.running).toBe('Stopped')
    expect((await ask('stop')).result?.running).toBe('Stopped')
    expect(axis.served[0]).toBe('/axis-cgi/applications/control.cgi?action=start&package=objectanalytics')
    await expect(ask('start', { application: 'other' })).rejects.toMatchObject({ error: { code: 'not-installed' } })
  })

  test('CAM-11 an expired nonce is replaced, and SHA-256 is answered as well as MD5', async () => {
    axis.guard.usesPerNonce = 0
    axis.guard.algorithms = ['SHA-256']
    await expect(ask('status')).rejects.toMatchObject({ error: { code: 'login-wrong' } })
    axis.guard.usesPerNonce = 1
    expect((await ask('status')).result?.installation).toBe('Installed')
  })

  test('CAM-11 a wrong password is reported once, and passwords are never sent', async () => {
    const wrong = { ...LOGIN, password: 'hanami' }
    await expect(ask('status', { login: wrong })).rejects.toMatchObject({ error: { code: 'login-wrong' } })
    expect(axis.authorizations).toHaveLength(1)
    axis.error = 'basic'
    await expect(ask('status')).rejects.toMatchObject({ error: { code: 'login-wrong' } })
    expect(axis.authorizations.join()).not.toMatch(/hanami|Basic/)
  })

  test.each([
    ['slow', 'timeout'],
    ['html', 'answer-unreadable'],
    ['huge', 'answer-unreadable'],
  ] as const)('CAM-11 a camera that is %s is reported as %s', async (error, code) => {
    axis.error = error
    await expect(ask('status', { timeoutMs: 300 })).rejects.toMatchObject({ error: { code } })
  })

  test('CAM-11 a truncated list yields no app, and custom XML entities stay text', async () => {
    axis.error = 'malformed'
    expect((await ask('status')).result?.installation).toBe('Failed')
    axis.error = 'entities'
    expect((await ask('status')).result?.version).toBe('&c;')
  })

  test('CAM-11 a camera outside of the site’s networks, without a login, or unknown is not asked', async () => {
    const closed = { cidrs: ['10.0.0.0/8'], isLoopbackAllowed: false }
    await expect(ask('status', { networks: closed })).rejects.toMatchObject({ reason: { code: 'network-not-allowed' } })
    const nobody = { username: '', password: '' }
    await expect(ask('status', { login: nobody })).rejects.toMatchObject({ error: { code: 'login-missing' } })
    const request = { type: 'acap' as const, cameraId: CAMERA, application: 'a', action: 'status' as const }
    const unknown = askAcap(request, { camera: undefined, networks: LOOPBACK })
    await expect(unknown).rejects.toMatchObject({ error: { code: 'camera-unknown' } })
    expect(axis.served).toEqual([])
  })
})
