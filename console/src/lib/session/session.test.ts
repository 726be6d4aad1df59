import { REFRESH_BELOW_SECONDS } from '@mimamori/contract/identity/session.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { memoryStorage } from '../browser/testing-storage.ts'
import { openTestPage } from '../service/testing-page.ts'
import {
  changeUser,
  endSession,
  followOtherTabs,
  isRenewalDue,
  type SessionUser,
  session,
  signIn,
  signOut,
  startSession,
} from './session.ts'

const NOW = new Date('2026-11-21T00:00:00Z')

function userUntil(tokenExpiresAt: string): SessionUser {
  return { id: 'u1', token: 'a.b.c', tokenExpiresAt, locale: 'ja', displayName: 'Sato Yuki' } as SessionUser
}
const afterSeconds = (seconds: number) => new Date(NOW.getTime() + seconds * 1000).toISOString()

describe('the session of a browser', () => {
  beforeEach(() => vi.stubGlobal('localStorage', memoryStorage()))
  afterEach(() => vi.unstubAllGlobals())

  test('AUTH-07 a valid stored token signs in again', () => {
    signIn(userUntil('2027-11-20T00:00:00Z'))
    startSession(NOW)
    expect(session()).toMatchObject({ status: 'signed-in', token: 'a.b.c', user: { displayName: 'Sato Yuki' } })
  })

  test('AUTH-07 an expired token clears the user', () => {
    signIn(userUntil('2026-11-20T23:59:59Z'))
    startSession(NOW)
    expect(session()).toEqual({ status: 'signed-out', reason: null })
    expect(localStorage.getItem('session')).toBeNull()
  })

  test.each([['not json'], ['{"token":1}'], ['{"token":"x","user":{"tokenExpiresAt":"never"}}']])(
    'AUTH-07 %s in the store signs nobody in',
    (text) => {
      localStorage.setItem('session', text)
      startSession(NOW)
      expect(session().status).toBe('signed-out')
    },
  )

  test('AUTH-08 renewal is due below the limit of the contract and not at it', () => {
    expect(isRenewalDue(userUntil(afterSeconds(REFRESH_BELOW_SECONDS)), NOW)).toBe(false)
    expect(isRenewalDue(userUntil(afterSeconds(REFRESH_BELOW_SECONDS - 1)), NOW)).toBe(true)
  })

  test('AUTH-12 signing out clears the stored session', () => {
    signIn(userUntil('2027-11-20T00:00:00Z'))
    signOut('left')
    expect(session()).toEqual({ status: 'signed-out', reason: 'left' })
    expect(localStorage.getItem('session')).toBeNull()
  })

  test.each([
    ['signed out', null, { status: 'signed-out', reason: 'left' }],
    ['signed in as somebody else', 'd.e.f', { status: 'signed-in', token: 'd.e.f' }],
  ])('a page that comes back from the cache for the back button follows who %s meanwhile', (_, token, expected) => {
    const page = openTestPage()
    const stop = followOtherTabs()
    signIn(userUntil('2027-11-20T00:00:00Z'))
    const other = { token, user: { ...userUntil('2027-11-20T00:00:00Z'), id: 'u2', token } }
    localStorage.setItem('session', token ? JSON.stringify(other) : '')
    page.happen('pageshow')
    stop()
    expect(session()).toMatchObject(expected)
  })

  test('a rejected token of an old page does not sign out a newer session', () => {
    signIn(userUntil('2027-11-20T00:00:00Z'))
    const other = { ...userUntil('2027-11-20T00:00:00Z'), id: 'u2', token: 'd.e.f' }
    localStorage.setItem('session', JSON.stringify({ token: 'd.e.f', user: other }))
    endSession()
    expect(session()).toMatchObject({ status: 'signed-in', token: 'd.e.f', user: { id: 'u2' } })
    expect(localStorage.getItem('session')).toContain('d.e.f')
    endSession()
    expect(session()).toEqual({ status: 'signed-out', reason: 'ended' })
  })

  test('a saved profile changes the user and keeps the token', () => {
    signIn(userUntil('2027-11-20T00:00:00Z'))
    changeUser({ locale: 'en' })
    expect(session()).toMatchObject({ token: 'a.b.c', user: { locale: 'en', displayName: 'Sato Yuki' } })
  })
})
