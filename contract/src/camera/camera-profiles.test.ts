import { describe, expect, test } from 'vitest'
import {
  CAMERA_MAKERS,
  CAMERA_PROFILES,
  hostOfAddress,
  isUsualAddress,
  makerOfName,
  makerOfRealm,
  streamAddresses,
} from './camera-profiles.ts'

describe('REAL-09 camera profiles', () => {
  test.each(CAMERA_MAKERS)('%s has a main and a sub address that differ and carry host and port', (maker) => {
    const { main, sub } = streamAddresses(maker, '10.0.0.9')
    expect([URL.parse(main)?.host, URL.parse(sub)?.host]).toEqual(['10.0.0.9:554', '10.0.0.9:554'])
    expect(main).not.toBe(sub)
    expect(CAMERA_PROFILES[maker].source).not.toBe('')
  })

  test('a host is parsed with its port, also for IPv6, and without a login', () => {
    expect(streamAddresses('DAHUA', '10.0.0.9:8554').main).toBe(
      'rtsp://10.0.0.9:8554/cam/realmonitor?channel=1&subtype=0',
    )
    expect(streamAddresses('TAPO', '[fd00::1]').sub).toBe('rtsp://[fd00::1]:554/stream2')
    expect(hostOfAddress(' rtsp://a:b@c@10.0.0.9:8554/x')).toBe('10.0.0.9:8554')
    expect([hostOfAddress('10.0.0.9'), hostOfAddress('')]).toEqual([null, null])
  })

  test('a custom address is not a usual one', () => {
    const usual = ['', 'rtsp://10.0.0.9', 'rtsp://10.0.0.9:554/', 'rtsp://10.0.0.9/stream2']
    expect(usual.map(isUsualAddress)).toEqual([true, true, true, true])
    expect(isUsualAddress('rtsp://10.0.0.9/Streaming/Channels/201')).toBe(false)
  })

  test('a manufacturer is recognized by its ONVIF name, and VIGI differs from Tapo', () => {
    expect(makerOfName('AXIS', 'P3245-V')).toBe('AXIS')
    expect(makerOfName('TP-Link', 'VIGI C340')).toBe('VIGI')
    expect(makerOfName('tp-link', 'Tapo C210')).toBe('TAPO')
    expect(makerOfName('Panasonic', 'WV-S1131')).toBe('I_PRO')
    expect(makerOfName('Nobody')).toBeNull()
  })

  test('a manufacturer is recognized by the realm of its password', () => {
    const realms = ['IP Camera(C2411)', 'Login to 3F0A', 'TP-Link IP-Camera', 'BC Streaming Media', 'AXIS_ACCC8E0']
    expect(realms.map(makerOfRealm)).toEqual(['HIKVISION', 'DAHUA', 'TAPO', 'REOLINK', 'AXIS'])
    expect(makerOfRealm('camera')).toBeNull()
  })
})
