import { afterEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '../browser/testing-storage.ts'
import { type SessionUser, signIn, signOut } from '../session/session.ts'
import { landingPath, mayCall } from './access.ts'

afterEach(() => {
  signOut(null)
  vi.unstubAllGlobals()
})

test('NAV-02 the contract decides which roles may make a call', () => {
  expect(mayCall('ANNOTATOR', 'alert.search')).toBe(true)
  expect(mayCall('ANNOTATOR', 'camera.search')).toBe(false)
  expect(mayCall('RESTRICTED_USER', 'camera.search')).toBe(true)
  expect(mayCall('USER', 'alert.remove')).toBe(false)
  expect(mayCall('ADMIN', 'alert.remove')).toBe(true)
})

test('GEN-13 lost people are led to a page that their role may see', () => {
  vi.stubGlobal('localStorage', memoryStorage())
  const landing = (role: SessionUser['role']) => {
    signIn({ id: 'u1', token: 'a.b.c', role, unitIds: [], impersonatedTenant: null } as unknown as SessionUser)
    return landingPath()
  }
  expect([landing('ANNOTATOR'), landing('RESTRICTED_USER')]).toEqual(['/app/alerts/list', '/app/dashboard'])
})
