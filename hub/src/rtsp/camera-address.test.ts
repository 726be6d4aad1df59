import { describe, expect, test } from 'vitest'
import { cameraUrl, loginOf } from './camera-address.ts'

const nurse = { username: 'nurse', password: 'p@ss:word/1' }

describe('addresses', () => {
  test('only RTSP and HTTP are opened, and a refused address is not repeated', () => {
    for (const text of ['ftp://h/', 'http:', 'file:///etc/passwd', 'rtsp:', 'concat:rtsp://h/', 'nurse:secret@h', '']) {
      expect(() => cameraUrl(text)).toThrow('bad-address')
    }
    for (const scheme of ['rtsp', 'rtsps', 'http', 'https'])
      expect(cameraUrl(`${scheme}://camera.local/1`).hostname).toBe('camera.local')
  })

  test('a login in the address is used where the camera has none of its own', () => {
    const none = { username: null, password: null }
    const url = cameraUrl('rtsp://guest:p%40ss%3A%2F@h:554/1')
    expect(loginOf(url, none)).toEqual({ username: 'guest', password: 'p@ss:/' })
    expect(loginOf(url, nurse)).toEqual(nurse)
    expect(loginOf(cameraUrl('rtsp://h/1'), none)).toEqual(none)
    expect(loginOf(cameraUrl('rtsp://guest:100%25%@h/1'), none)).toEqual({ username: 'guest', password: '100%25%' })
  })
})
