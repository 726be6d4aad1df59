import { expect, test } from 'vitest'
import { deviceKindOf } from '#console/alerting/notification/device-name.ts'

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15'
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
const TABLET = 'Mozilla/5.0 (Linux; Android 15; SM-X200) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'

test.each([
  ['a Windows desktop with a touch screen', { userAgent: WINDOWS, maxTouchPoints: 10 }, 'web'],
  ['a Mac', { userAgent: MAC, maxTouchPoints: 0 }, 'web'],
  ['an iPad that calls itself a Mac', { userAgent: MAC, maxTouchPoints: 5 }, 'mobile'],
  ['an iPhone', { userAgent: IPHONE, maxTouchPoints: 5 }, 'mobile'],
  ['an Android tablet', { userAgent: TABLET, maxTouchPoints: 5 }, 'mobile'],
  [
    'an Android tablet that asks for desktop pages',
    { userAgent: WINDOWS, maxTouchPoints: 5, userAgentData: { mobile: false, platform: 'Android' } },
    'mobile',
  ],
] as const)('CAM-04 %s is %#', (_what, hints, kind) => {
  expect(deviceKindOf(hints)).toBe(kind)
})
