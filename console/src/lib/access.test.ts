import { expect, test } from 'vitest'
import { mayCall } from './access.ts'

test('NAV-02 who may make a call is what the contract says', () => {
  expect(mayCall('ANNOTATOR', 'alert.search')).toBe(true)
  expect(mayCall('ANNOTATOR', 'camera.search')).toBe(false)
  expect(mayCall('RESTRICTED_USER', 'camera.search')).toBe(true)
  expect(mayCall('USER', 'alert.remove')).toBe(false)
  expect(mayCall('ADMIN', 'alert.remove')).toBe(true)
})
