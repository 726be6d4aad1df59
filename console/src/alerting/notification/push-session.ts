/** What pages and the worker exchange: the signed-in user, and presses that wait. The browser's cache serves as a list. */
import { openCache } from '#lib/browser/without-tls.ts'
import type { ClaimPress, PushSession } from './push-claim.ts'

const SESSION = { cache: 'push-session', key: '/push/session' }
const PRESSES = 'push-presses'

/** Null: nobody is signed in, or the browser keeps nothing. */
export async function keepPushSession(session: PushSession | null): Promise<void> {
  const list = await openCache(SESSION.cache)
  if (session) await list?.put(SESSION.key, asJson(session))
  else await list?.delete(SESSION.key)
}

export async function readPushSession(): Promise<PushSession | null> {
  return read<PushSession>(await openCache(SESSION.cache), SESSION.key)
}

export const savedClaims = {
  all: async (): Promise<ClaimPress[]> => {
    const list = await openCache(PRESSES)
    const keys = (await list?.keys()) ?? []
    const found = await Promise.all(keys.map((key) => read<ClaimPress>(list, key)))
    return found.filter((press) => press !== null)
  },
  put: async (press: ClaimPress): Promise<void> => {
    await (await openCache(PRESSES))?.put(keyOf(press.requestId), asJson(press))
  },
  remove: async (requestId: string): Promise<void> => {
    await (await openCache(PRESSES))?.delete(keyOf(requestId))
  },
}

/** Safari has `Response.json` from version 17. */
function asJson(value: object): Response {
  return new Response(JSON.stringify(value))
}

function keyOf(requestId: string): string {
  return `/push/press/${requestId}`
}

async function read<T>(list: Cache | null, key: RequestInfo): Promise<T | null> {
  const found = await list?.match(key)
  return found ? ((await found.json().catch(() => null)) as T | null) : null
}
