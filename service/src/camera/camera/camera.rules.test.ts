/** Addresses without credentials, and the licence. */
import { describe, expect, test } from 'vitest'
import { fitsLicence, splitAddress } from './camera.rules.ts'

describe('addresses', () => {
  test.each([
    ['rtsp://10.0.0.9/live', 'rtsp://10.0.0.9/live', null, null],
    ['RTSP://root:pass@10.0.0.9:554/axis?fps=15', 'rtsp://10.0.0.9:554/axis?fps=15', 'root', 'pass'],
    ['rtsp://root:p%40ss%2F1@cam.local/1', 'rtsp://cam.local/1', 'root', 'p@ss/1'],
    ['rtsp://root:p@ss:word@cam.local/1@2', 'rtsp://cam.local/1@2', 'root', 'p@ss:word'],
    ['rtsp://root:100%@cam.local/1', 'rtsp://cam.local/1', 'root', '100%'],
    ['rtsp://10.0.0.9:554/1@2', 'rtsp://10.0.0.9:554/1@2', null, null],
    ['rtsp://root@cam.local/1', 'rtsp://cam.local/1', 'root', null],
    ['scene:room-201', 'scene:room-201', null, null],
  ])('CAM-07 user and password leave the address: %s', (typed, url, username, password) => {
    expect(splitAddress(typed)).toEqual({ url, username, password })
  })

  test.each([
    ...['rtsp://', 'rtsp:///path', 'rtsp://user:pass@/path', 'rtsp://ca mera/1', 'rtsp://cam:99999/1', 'nothing'],
    // The password has a bare sign of addresses: the user would become the host.
    ...['rtsp://user:12/34@10.0.0.9/1', 'rtsp://user:12#34@10.0.0.9/1', 'rtsp://user:12?34@10.0.0.9/1'],
  ])('CAM-07 is not an address: %s', (typed) => {
    expect(splitAddress(typed)).toBeNull()
  })
})

test('CAM-07 rooms and public places fill their own part of the licence', () => {
  const limit = { rooms: 2, publicPlaces: 1 }
  expect(fitsLicence(true, { rooms: 1, publicPlaces: 1 }, limit)).toBe(true)
  expect(fitsLicence(true, { rooms: 2, publicPlaces: 0 }, limit)).toBe(false)
  expect(fitsLicence(false, { rooms: 2, publicPlaces: 0 }, limit)).toBe(true)
  expect(fitsLicence(false, { rooms: 0, publicPlaces: 1 }, limit)).toBe(false)
})
