/** A camera's relay output over ONVIF: a device on loopback, which also lies. */

import type { ContactState } from '@mimamori/contract/camera/contact-lists.ts'
import type { HubAnswer } from '@mimamori/contract/camera/hub-request.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DigestGuard } from '#platform/testing/digest-guard.ts'
import { CAMERA_ID } from '#platform/testing/hub-parts.ts'
import { LOOPBACK, wantedCamera } from '#testing/wanted-camera.ts'
import { LOGIN, OnvifDevice } from '../rpc/testing/onvif-device.ts'
import { RelayOutputs } from '../rpc/testing/relay-outputs.ts'
import { driveContact } from './drive-contact.ts'

const [FIRST, SECOND] = ['RelayOutput "0"', '1']
const OTHER_ID = '0190a000-0000-7000-8000-00000000beef'
let device: OnvifDevice
let relays: RelayOutputs

beforeEach(async () => {
  device = await new OnvifDevice().start()
  relays = new RelayOutputs()
  device.relays = relays
})
afterEach(() => device.stop())

function drive(want: ContactState, { output = 1, cameraId = CAMERA_ID, password = LOGIN.password } = {}) {
  const extraConfig = JSON.stringify({ onvifPort: device.httpPort })
  const camera = wantedCamera(CAMERA_ID, 'rtsp://127.0.0.1/stream', { ...LOGIN, password, extraConfig })
  return driveContact(
    { device: { kind: 'onvif', cameraId, output }, want, isCheck: false },
    { cameras: () => [camera], networks: () => LOOPBACK, environment: process.env },
    new AbortController().signal,
  )
}
const errorOf = (driven: Promise<HubAnswer<'contact'>>) =>
  driven.then(
    () => null,
    (thrown) => thrown.error.code,
  )

describe('REACH-61 a relay output of a camera', { timeout: 60_000 }, () => {
  test('REACH-61 closes and opens, and holds although the camera would let it go by itself', async () => {
    expect(await drive('closed')).toEqual({ result: { type: 'contact', state: 'closed', isReported: false } })
    expect([relays.isClosed(FIRST!), relays.outputs.get(FIRST!)!.mode]).toEqual([true, 'Bistable'])
    await drive('open')
    expect([relays.isClosed(FIRST!), relays.sets]).toEqual([false, 2])
  })

  test('REACH-61 an output that is closed while idle is closed by being inactive', async () => {
    await drive('open', { output: 2 })
    expect([relays.isClosed(SECOND!), relays.outputs.get(SECOND!)!.isActive]).toEqual([false, true])
    await drive('closed', { output: 2 })
    expect([relays.isClosed(SECOND!), relays.outputs.get(SECOND!)!.isActive]).toEqual([true, false])
  })

  test('REACH-61 a camera that refuses to hold the output gets the request all the same, and is reported', async () => {
    relays.isFixed = true
    expect(await errorOf(drive('closed'))).toBe('answer-unreadable')
    expect(relays.isClosed(FIRST!)).toBe(true)
  })

  test('REACH-61 says what is wrong: number, camera, password, answer, silence', async () => {
    expect(await errorOf(drive('closed', { output: 3 }))).toBe('not-found')
    expect(await errorOf(drive('closed', { cameraId: OTHER_ID }))).toBe('camera-unknown')
    expect(await errorOf(drive('closed', { password: 'wrong' }))).toBe('login-wrong')
    relays.isWrong = true
    expect(await errorOf(drive('closed'))).toBe('answer-unreadable')
    device.error = 'junk'
    expect(await errorOf(drive('closed'))).toBe('answer-unreadable')
    device.error = 'silent'
    expect(await errorOf(drive('closed'))).toBe('timeout')
    expect(relays.sets).toBe(0)
  })

  test('REACH-61 a camera that wants digest authentication gets it', async () => {
    device.guard = new DigestGuard(LOGIN, 'IP Camera')
    expect(await drive('closed')).toMatchObject({ result: { state: 'closed' } })
  })
})
