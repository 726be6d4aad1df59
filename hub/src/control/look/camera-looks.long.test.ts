/** A camera that turns, simulated over ONVIF: it goes where a person sends it, and returns whatever happens. */
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DigestGuard } from '#platform/testing/digest-guard.ts'
import { CAMERA_ID, type ManualClock, manualClock, temporaryFolder, until } from '#platform/testing/hub-parts.ts'
import { LOOPBACK, wantedCamera } from '#testing/wanted-camera.ts'
import { LOGIN, OnvifDevice } from '../rpc/testing/onvif-device.ts'
import { PtzHead } from '../rpc/testing/ptz-head.ts'
import { openAwayFile } from './away-file.ts'
import { CameraLooks } from './camera-looks.ts'
import { createTurnCamera } from './turn-camera.ts'

let device: OnvifDevice
let head: PtzHead
let clock: ManualClock
let folder: ReturnType<typeof temporaryFolder>
let looks: CameraLooks
/** The cameras that were said to look elsewhere, each time, with what the head had been sent by then. */
let away: { cameraIds: readonly string[]; sent: number }[]

beforeEach(async () => {
  device = await new OnvifDevice().start()
  head = new PtzHead()
  device.ptz = head
  clock = manualClock()
  folder = temporaryFolder()
  looks = begin()
})
afterEach(async () => {
  looks.stop()
  await device.stop()
  folder.remove()
})

/** As the hub begins, and begins again. */
function begin(changes: Partial<DesiredCamera> = {}): CameraLooks {
  away = []
  const begun = new CameraLooks({
    clock,
    log: () => {},
    file: openAwayFile(folder.path, () => {}),
    turn: createTurnCamera({ networks: () => LOOPBACK, environment: process.env, settleMs: 50 }),
    onAway: (cameraIds) => away.push({ cameraIds, sent: head.sent.length }),
    onChange: () => {},
  })
  begun.configure([camera(changes)])
  return begun
}

function camera(changes: Partial<DesiredCamera> = {}): DesiredCamera {
  const extraConfig = JSON.stringify({ onvifPort: device.httpPort })
  return wantedCamera(CAMERA_ID, 'rtsp://127.0.0.1/stream', { ...LOGIN, extraConfig, ...changes })
}

const ask = async (action: 'status' | 'go' | 'return', preset: string | null = null) =>
  (await looks.answer({ type: 'look', cameraId: CAMERA_ID, action, preset })).result!
const isHome = () => looks.reasonOf(CAMERA_ID) === null
const isFailed = () => looks.reasonOf(CAMERA_ID) === 'home-failed'

describe('REAL-09 a camera that turns', { timeout: 60_000 }, () => {
  test('REAL-09 says its stored views by name; one that hangs fixed has none', async () => {
    const named = [
      { token: '1', name: 'Door' },
      { token: '2', name: 'Window <& bed>' },
      { token: 'home', name: 'Bed' },
    ]
    expect((await ask('status')).presets.toSorted((a, b) => a.token.localeCompare(b.token))).toEqual(named)
    device.ptz = null
    looks = begin()
    expect(await ask('status')).toEqual({ type: 'look', presets: [], away: null })
    looks.configure([camera({ streamUrl: 'scene:room-101', version: 2 })])
    expect(await ask('status')).toEqual({ type: 'look', presets: [], away: null })
  })

  test('REAL-09 nothing is judged from before it moves until it stands at home a minute later', async () => {
    expect(await ask('go', '1')).toMatchObject({ away: { preset: 'Door', state: 'away' } })
    expect([head.at, looks.reasonOf(CAMERA_ID)]).toEqual(['1', 'looks-elsewhere'])
    expect(away.at(-1)).toEqual({ cameraIds: [CAMERA_ID], sent: 0 })
    await clock.advance(59_000)
    expect(head.at).toBe('1')
    await clock.advance(1_000)
    await until(isHome)
    expect([head.at, away.at(-1)]).toEqual(['HOME', { cameraIds: [], sent: 2 }])
  })

  test.each([-86_400_000, -60_000, 3_600_000])(
    'REAL-09 it returns after a minute when the time moved %i ms meanwhile',
    async (ms) => {
      await ask('go', '1')
      clock.correct(clock.now() + ms, clock.now())
      const { away: now } = await ask('status')
      expect(Date.parse(now!.returnsAt) - clock.now()).toBe(60_000)
      await clock.advance(40_000)
      looks.configure([camera({ version: 2 })])
      expect([head.at, isHome()]).toEqual(['1', false])
      await clock.advance(20_000)
      await until(isHome)
      expect(head.at).toBe('HOME')
    },
  )

  test('REAL-09 it returns to the home view of its settings a minute after the last press', async () => {
    looks = begin({ homePreset: 'Bed' })
    await ask('go', '1')
    await clock.advance(40_000)
    await ask('go', '2')
    await clock.advance(40_000)
    expect(head.at).toBe('2')
    await clock.advance(20_000)
    await until(isHome)
    expect(head.sent).toEqual(['1', '2', 'home'])
  })

  test('REAL-09 return brings it home at once, and so does the home view itself', async () => {
    looks = begin({ homePreset: 'Bed' })
    for (const back of [['return', null] as const, ['go', 'home'] as const]) {
      await ask('go', '2')
      expect((await ask(back[0], back[1])).away).toMatchObject({ state: 'returning' })
      await until(isHome)
      expect(head.at).toBe('home')
    }
  })

  test('REAL-09 after five minutes it is sent home, however often somebody presses', async () => {
    for (let minute = 0; minute < 6; minute++) {
      await ask('go', minute % 2 === 0 ? '1' : '2')
      await clock.advance(50_000)
    }
    await until(isHome)
    expect(head.at).toBe('HOME')
    expect(away.filter(({ cameraIds }) => cameraIds.length === 0).length).toBeGreaterThan(0)
  })

  test('REAL-09 one that was away when its hub ended returns when the hub begins', async () => {
    await ask('go', '1')
    looks.stop()
    looks = begin()
    expect(away[0]).toEqual({ cameraIds: [CAMERA_ID], sent: 1 })
    await until(isHome)
    expect(head.at).toBe('HOME')
    looks = begin()
    expect(away).toEqual([])
  })

  test('REAL-09 a return that fails is an error of the camera, and is tried again', async () => {
    await ask('go', '1')
    head.error = 'refuses'
    await ask('return')
    await until(isFailed)
    expect((await ask('status')).away).toMatchObject({ state: 'failed' })
    await clock.advance(10_000)
    await until(() => clock.pauses.includes(20_000))
    expect([head.at, isFailed(), away.at(-1)!.cameraIds]).toEqual(['1', true, [CAMERA_ID]])
    head.error = null
    await clock.advance(20_000)
    await until(isHome)
    expect(head.at).toBe('HOME')
  })

  test('REAL-09 is not turned where it could not return, nor to a view that it lacks', async () => {
    head.hasHome = false
    await expect(ask('go', '1')).rejects.toMatchObject({ error: { code: 'home-missing' } })
    await expect(ask('go', '9')).rejects.toMatchObject({ error: { code: 'preset-unknown' } })
    looks.configure([camera({ homePreset: 'Bett', version: 2 })])
    await expect(ask('go', '1')).rejects.toMatchObject({ error: { code: 'home-missing' } })
    expect([head.sent, isHome()]).toEqual([[], true])
  })

  test('REAL-09 one that may have turned although it answered an error is brought home', async () => {
    await ask('status')
    head.error = 'refuses'
    await expect(ask('go', '1')).rejects.toMatchObject({ error: { code: 'answer-unreadable' } })
    expect(away.some(({ cameraIds }) => cameraIds.includes(CAMERA_ID))).toBe(true)
    head.error = null
    await until(() => isHome() || isFailed())
    await clock.advance(10_000)
    await until(isHome)
    expect(head.at).toBe('HOME')
  })

  test('REAL-09 a camera that is taken from the hub is forgotten', async () => {
    await ask('go', '1')
    looks.configure([])
    expect([isHome(), away.at(-1)!.cameraIds]).toEqual([true, []])
  })
})

describe('REAL-09 quirks of cameras that turn', { timeout: 60_000 }, () => {
  test('REAL-09 digest over HTTP instead of a login in the message', async () => {
    device.guard = new DigestGuard(LOGIN, 'Login to 8A0B1C')
    await ask('go', '1')
    expect(head.at).toBe('1')
    expect(device.guard.taken.length).toBeGreaterThan(0)
  })

  test('REAL-09 a camera that does not say whether it moves gets a moment to stand', async () => {
    head.error = 'silent-move'
    await ask('go', '1')
    await ask('return')
    await until(isHome)
    expect(head.at).toBe('HOME')
  })

  test('REAL-09 a token with signs of XML is sent as a token and opens no element', async () => {
    head.presets.set('a&lt;b&gt;', 'Odd')
    await ask('go', 'a<b>').catch(() => {})
    expect(head.sent).toEqual(['nowhere'])
  })

  test('REAL-09 a wrong password is reported as one, and no XML as unreadable', async () => {
    looks = begin({ password: 'hanami' })
    await expect(ask('status')).rejects.toMatchObject({ error: { code: 'login-wrong' } })
    device.error = 'junk'
    looks = begin()
    await expect(ask('status')).rejects.toMatchObject({ error: { code: 'answer-unreadable' } })
  })
})
