import errorEn from '@mimamori/contract/languages/en/error.json'
import errorJa from '@mimamori/contract/languages/ja/error.json'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { memoryStorage } from '../browser/testing-storage.ts'
import { type SessionUser, session, signIn, signOut } from '../session/session.ts'
import { forgetServiceTime, serviceNowMs } from '../time/service-clock.ts'
import { ApiError, call, pathOf } from './api.ts'
import { errorText } from './error-text.ts'

const user = { id: 'u1', token: 'tok', tokenExpiresAt: '2027-11-20T00:00:00Z' } as SessionUser
const answer = (status: number, body: unknown) => vi.fn(async () => new Response(JSON.stringify(body), { status }))

/** The error of a call that must fail. */
async function errorOf(promise: Promise<unknown>): Promise<ApiError> {
  const outcome = await promise.then(
    () => null,
    (error: unknown) => error,
  )
  expect(outcome).toBeInstanceOf(ApiError)
  return outcome as ApiError
}

describe('a call', () => {
  beforeEach(() => {
    vi.stubGlobal('localStorage', memoryStorage())
    signIn(user)
  })
  afterEach(() => {
    signOut(null)
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  test('AUTH-09 carries the token, the first verb of the contract and the whole address', async () => {
    const fetch = answer(200, { records: [], totalCount: 0, currentPage: 0 })
    vi.stubGlobal('fetch', fetch)
    await call('alert.search', { query: { pageSize: 0 }, body: { hasRead: false } })
    expect(fetch).toHaveBeenCalledWith(
      '/api/alert/search?pageSize=0',
      expect.objectContaining({
        method: 'PUT',
        body: '{"hasRead":false}',
        headers: { 'X-AuthToken': 'tok', 'Content-Type': 'application/json' },
      }),
    )
  })

  test('AUTH-09 any 401 signs the user out', async () => {
    vi.stubGlobal('fetch', answer(401, { key: 'session-ended', message: 'Your session has ended.' }))
    expect((await errorOf(call('unit.search'))).key).toBe('session-ended')
    expect(session()).toEqual({ status: 'signed-out', reason: 'ended' })
  })

  test('a 401 to a token that was replaced meanwhile signs nobody out', async () => {
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => {
        signIn({ ...user, token: 'fresh' })
        return new Response('{"key":"session-ended","message":""}', { status: 401 })
      }),
    )
    await errorOf(call('unit.search'))
    expect(session()).toMatchObject({ status: 'signed-in', token: 'fresh' })
  })

  test('a rejection brings its key and the errors of fields', async () => {
    vi.stubGlobal(
      'fetch',
      answer(400, { key: 'invalid-request', message: 'x', fields: { name: 'unit.name-required' } }),
    )
    const error = await errorOf(call('unit.search'))
    expect([error.status, error.key, error.fields]).toEqual([400, 'invalid-request', { name: 'unit.name-required' }])
  })

  test.each([
    [502, '<html>', 'offline'],
    [503, '{"message":"no healthy upstream"}', 'offline'],
    [504, 'null', 'offline'],
    [500, '<html>', 'unexpected'],
    [200, '<html>Sign in to this network', 'offline'],
  ])('an answer of %i that is not the service’s (%s) is named %s', async (status, body, key) => {
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => new Response(body, { status })),
    )
    expect((await errorOf(call('unit.search'))).key).toBe(key)
  })

  test.each([
    ['private, no-store', true],
    ['private, max-age=60', false],
  ])('HAND-03 an answer that is %s tells the time of the service: %s', async (cacheControl, isHeard) => {
    const date = new Date(Date.now() + 3_600_000).toUTCString()
    const headers = { 'cache-control': cacheControl, date }
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => new Response('{}', { headers })),
    )
    await call('session.logout')
    expect(serviceNowMs() > Date.now() + 3_000_000).toBe(isHeard)
    forgetServiceTime()
  })

  test('no answer has no status', async () => {
    vi.stubGlobal(
      'fetch',
      vi.fn(() => Promise.reject(new TypeError('Failed to fetch'))),
    )
    expect((await errorOf(call('unit.search'))).status).toBe(0)
  })

  test.each([undefined, 'Fri, 20 Nov 2026 01:00:00 GMT'])(
    'a pause that ends at a date counts from the answer’s own date (%s)',
    async (date) => {
      vi.setSystemTime(Date.parse('2026-11-20T01:00:00Z') + (date ? 86_400_000 : 0))
      const headers = { 'retry-after': 'Fri, 20 Nov 2026 01:00:40 GMT', ...(date && { date }) }
      vi.stubGlobal(
        'fetch',
        vi.fn(async () => new Response('{"key":"too-many-sign-ins","message":"x"}', { status: 429, headers })),
      )
      expect((await errorOf(call('unit.search'))).retryAfterSeconds).toBe(40)
    },
  )

  test('values in the path are escaped, and left-out ones stay out of the query', () => {
    expect(pathOf('alert.get', { params: { id: 'a/b?c' } })).toBe('/alert/view/a%2Fb%3Fc')
    expect(pathOf('alert.search', { query: { pageNumber: 2, sortColumn: undefined } })).toBe(
      '/alert/search?pageNumber=2',
    )
  })
})

test('GEN-12 an unknown error is shown as Error, in the current language', () => {
  expect(errorText(new TypeError('x is not a function'), errorEn)).toBe('Error')
  expect(errorText('odd', errorJa)).toBe(errorJa.generic)
})
