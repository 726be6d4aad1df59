import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { memoryStorage } from '../browser/testing-storage.ts'
import {
  changeUser,
  endSession,
  followOtherTabs,
  forgetEndedConnection,
  type SessionUser,
  session,
  signIn,
  signOut,
  startSession,
} from '../session/session.ts'
import { pathAfter } from './connection.ts'

const NOW = new Date('2026-11-21T00:00:00Z')
const own = { id: 'u1', token: 'own', tokenExpiresAt: '2027-11-20T00:00:00Z', locale: 'ja', impersonatedTenant: null }
const connected = {
  ...own,
  token: 'connected',
  tokenExpiresAt: '2026-11-21T01:00:00Z',
  impersonatedTenant: { id: 't1', schemaName: 'さくらの里', until: '2026-11-21T01:00:00Z' },
}
const asUser = (user: object) => user as SessionUser
const connect = () => {
  signIn(asUser(own))
  signIn(asUser(connected))
}

/** Whether several people use this browser outlives each of their sessions. */
const storedOfSession = () =>
  Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at)!).filter(
    (key) => !/people-here/.test(key),
  )

describe('the session of a browser that is connected to a site', () => {
  beforeEach(() => vi.stubGlobal('localStorage', memoryStorage()))
  afterEach(() => {
    signOut(null)
    vi.unstubAllGlobals()
  })

  test('AUTH-13 restores the user’s session when the service rejects it, and names the connection', () => {
    connect()
    endSession()
    expect(session()).toMatchObject({ status: 'signed-in', token: 'own', endedConnection: 'さくらの里' })
    forgetEndedConnection()
    expect(session()).not.toHaveProperty('endedConnection')
    endSession()
    expect(session()).toEqual({ status: 'signed-out', reason: 'ended' })
  })

  test('AUTH-13 that ended while the browser was closed restores the user’s session at its start', () => {
    connect()
    startSession(new Date('2026-11-21T02:00:00Z'))
    expect(session()).toMatchObject({ token: 'own', endedConnection: 'さくらの里' })
  })

  test('AUTH-13 signs out for good when the own session has ended as well', () => {
    connect()
    startSession(new Date('2027-12-01T00:00:00Z'))
    expect([session(), storedOfSession()]).toEqual([{ status: 'signed-out', reason: null }, []])
  })

  test('AUTH-13 keeps the way back through a reload, a renewed token and a changed profile', () => {
    connect()
    startSession(NOW)
    signIn(asUser({ ...connected, token: 'connected-2' }))
    changeUser({ locale: 'en' })
    expect(session()).toMatchObject({ token: 'connected-2', user: { locale: 'en' } })
    endSession()
    expect(session()).toMatchObject({ token: 'own', user: { locale: 'en', impersonatedTenant: null } })
  })

  test('AUTH-13 forgets the way back once it was taken, and when the person signs out', () => {
    connect()
    signIn(asUser({ ...own, token: 'own-2' }))
    expect(session()).not.toHaveProperty('own')
    connect()
    signOut('left')
    expect([session(), storedOfSession()]).toEqual([{ status: 'signed-out', reason: 'left' }, []])
  })

  test('AUTH-13 is followed by the other tabs, with the way back', () => {
    const windowEvents = new EventTarget()
    vi.stubGlobal('addEventListener', windowEvents.addEventListener.bind(windowEvents))
    vi.stubGlobal('removeEventListener', windowEvents.removeEventListener.bind(windowEvents))
    const stop = followOtherTabs()
    connect()
    const written = localStorage.getItem('session')!
    signIn(asUser(own))
    localStorage.setItem('session', written)
    windowEvents.dispatchEvent(Object.assign(new Event('storage'), { key: 'session' }))
    stop()
    expect(session()).toMatchObject({ token: 'connected', own: { token: 'own' } })
  })

  test('AUTH-13 begins at the landing page of the site, and afterwards at the list of sites', () => {
    const at = (user: object) => ({ status: 'signed-in' as const, token: '', user: asUser(user) })
    const open = '/app/rooms'
    expect(pathAfter(at(own), at(connected), open)).toBe('/app')
    expect(pathAfter(at(connected), at(own), open)).toBe('/app/tenants/list')
    expect(pathAfter(at(connected), at({ ...connected, token: 'renewed' }), open)).toBeNull()
    expect(pathAfter({ status: 'signed-out', reason: null }, at(own), open)).toBeNull()
    expect(pathAfter(at(own), at({ ...own, id: 'u2' }), open)).toBeNull()
    expect(pathAfter(at(own), at(connected), '/manual')).toBeNull()
  })

  test.each(['/app/setup', '/app/agents/new'])('DOOR-01 %s goes on in the other session', (open) => {
    const at = (user: object) => ({ status: 'signed-in' as const, token: '', user: asUser(user) })
    expect(pathAfter(at(own), at(connected), open)).toBeNull()
    expect(pathAfter(at(connected), at(own), open)).toBeNull()
  })
})
