/** Signing out: what happens when the service ends the session, refuses to, or is away. AUTH-12. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '../browser/testing-storage.ts'
import { type SessionUser, session, signIn } from '../session/session.ts'
import { beginSession, leave, onLeaving } from './session-start.ts'

const user = { id: 'u1', token: 'a.b.c', tokenExpiresAt: '2027-11-20T00:00:00Z', locale: 'ja' } as SessionUser

let answers: (() => Promise<Response>)[] = []
let tokens: (string | null)[] = []
const listeners: Record<string, () => void> = {}
beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage())
  tokens = []
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    tokens.push(new Headers(init.headers).get('x-authtoken'))
    return (answers.shift() ?? silence)()
  })
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => {
    listeners[name] = listener
  })
  vi.stubGlobal('removeEventListener', () => undefined)
  vi.useFakeTimers()
  signIn(user)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** What the browser has stored, by key. */
function stored(): Record<string, string | null> {
  const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at)!).sort()
  return Object.fromEntries(keys.map((key) => [key, localStorage.getItem(key)]))
}

const answer = (status: number) => async () =>
  new Response(JSON.stringify(status === 200 ? {} : { key: 'unexpected', message: 'x' }), { status })
const silence = async () => {
  throw new TypeError('fetch failed')
}

test('AUTH-12 a session that the service ended leaves nothing in the browser', async () => {
  answers = [answer(200)]
  await leave()
  expect([session(), Object.keys(stored())]).toEqual([{ status: 'signed-out', reason: 'left' }, ['people-here']])
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
  expect([session(), Object.keys(stored())]).toEqual([
    { status: 'signed-out', reason: 'unreached' },
    ['people-here', 'sessions-to-end'],
  ])
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
  expect([session(), Object.keys(stored())]).toEqual([{ status: 'signed-out', reason: 'left' }, ['people-here']])
})

test('AUTH-12 a session that was left without a connection is ended once the service answers', async () => {
  answers = [silence, silence]
  await leave()
  await vi.waitFor(() => expect(tokens).toHaveLength(2))
  answers = [answer(503), answer(200)]
  await vi.advanceTimersByTimeAsync(15_000)
  expect(stored()).toHaveProperty('sessions-to-end')
  await vi.advanceTimersByTimeAsync(15_000)
  expect([session(), Object.keys(stored())]).toEqual([{ status: 'signed-out', reason: 'left' }, ['people-here']])
  expect(tokens).toEqual(['a.b.c', 'a.b.c', 'a.b.c', 'a.b.c'])
})

test('AUTH-12 it is ended after a reload, as soon as the browser is online, and signs nobody in', async () => {
  answers = [silence, silence]
  await leave()
  answers = [silence]
  beginSession()
  await vi.waitFor(() => expect(tokens).toHaveLength(3))
  expect(session()).toEqual({ status: 'signed-out', reason: 'unreached' })
  answers = [answer(401)]
  listeners.online!()
  await vi.waitFor(() => expect(session()).toEqual({ status: 'signed-out', reason: 'left' }))
  expect(Object.keys(stored())).toEqual(['people-here'])
})

test('AUTH-12 somebody else who signs in meanwhile stays signed in', async () => {
  answers = [silence, silence]
  await leave()
  signIn({ ...user, id: 'u2', token: 'd.e.f' })
  answers = [answer(200)]
  await vi.advanceTimersByTimeAsync(15_000)
  expect([tokens.at(-1), session()]).toMatchObject(['a.b.c', { status: 'signed-in', token: 'd.e.f' }])
  expect(Object.keys(stored())).not.toContain('sessions-to-end')
})
