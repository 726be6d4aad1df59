import { describe, expect, test } from 'vitest'
import { loginOf, rtspUrl } from './rtsp.ts'

const nurse = { username: 'nurse', password: 'p@ss:word/1' }

describe('addresses', () => {
  test('only rtsp and rtsps are opened, and a refused address is not repeated', () => {
    for (const text of ['http://h/', 'file:///etc/passwd', 'rtsp:', 'concat:rtsp://h/', 'nurse:secret@h', '']) {
      expect(() => rtspUrl(text)).toThrow('bad-address')
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
})
