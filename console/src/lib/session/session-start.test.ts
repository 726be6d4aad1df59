/** Signing out: what happens when the service ends the session, refuses to, or is away. AUTH-12. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '../browser/testing-storage.ts'
import { type SessionUser, session, signIn } from './session.ts'
import { leave, onLeaving } from './session-start.ts'

const user = { id: 'u1', token: 'a.b.c', tokenExpiresAt: '2027-11-20T00:00:00Z', locale: 'ja' } as SessionUser

let answers: (() => Promise<Response>)[] = []
beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('fetch', () => answers.shift()!())
  signIn(user)
})
afterEach(() => vi.unstubAllGlobals())

const answer = (status: number) => async () =>
  new Response(JSON.stringify(status === 200 ? {} : { key: 'unexpected', message: 'x' }), { status })
const silence = async () => {
  throw new TypeError('fetch failed')
}

test('AUTH-12 a session that the service ended leaves nothing in the browser', async () => {
  answers = [answer(200)]
  await leave()
  expect([session(), localStorage.length]).toEqual([{ status: 'signed-out', reason: 'left' }, 0])
})

test('AUTH-12 a refused logout keeps the person signed in, and works when it is tried again', async () => {
  const stay = vi.fn(async () => undefined)
  onLeaving(async () => undefined, stay)
  answers = [answer(500), answer(200)]
  await expect(leave()).rejects.toMatchObject({ status: 500 })
  expect(session()).toMatchObject({ status: 'signed-in', token: 'a.b.c' })
  expect(stay).toHaveBeenCalledOnce()
  await leave()
  expect(session()).toEqual({ status: 'signed-out', reason: 'left' })
})

test.each([
  ['no answer', silence],
  ['a proxy without a service', answer(502)],
])('AUTH-12 with %s the browser forgets the person and knows that the session may live on', async (_, away) => {
  answers = [away]
  await leave()
  expect([session(), localStorage.length]).toEqual([{ status: 'signed-out', reason: 'unreached' }, 0])
})

test('AUTH-12 a session that had ended already is signed out', async () => {
  answers = [answer(401)]
  await leave()
  expect(session().status).toBe('signed-out')
})

test('AUTH-12 signing out of a connection that had ended signs out of the own session too', async () => {
  signIn({ ...user, token: 'd.e.f', impersonatedTenant: { schemaName: 'Sakura' } } as SessionUser)
  answers = [answer(401), answer(200)]
  await leave()
  expect([session(), localStorage.length]).toEqual([{ status: 'signed-out', reason: 'left' }, 0])
})
