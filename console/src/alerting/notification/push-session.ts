/** What pages and the worker exchange: the signed-in user, and presses that wait. The browser's cache serves as a list. */
import type { ClaimPress, PushSession } from './push-claim.ts'

const SESSION = { cache: 'push-session', key: '/push/session' }
const PRESSES = 'push-presses'

/** Null: nobody is signed in, or the browser keeps nothing. */
export async function keepPushSession(session: PushSession | null): Promise<void> {
  const list = await open(SESSION.cache)
  if (session) await list?.put(SESSION.key, Response.json(session))
  else await list?.delete(SESSION.key)
}

export async function readPushSession(): Promise<PushSession | null> {
  return read<PushSession>(await open(SESSION.cache), SESSION.key)
}

export const savedClaims = {
  all: async (): Promise<ClaimPress[]> => {
    const list = await open(PRESSES)
    const keys = (await list?.keys()) ?? []
    const found = await Promise.all(keys.map((key) => read<ClaimPress>(list, key)))
    return found.filter((press) => press !== null)
  },
  put: async (press: ClaimPress): Promise<void> => {
    await (await open(PRESSES))?.put(keyOf(press.requestId), Response.json(press))
  },
  remove: async (requestId: string): Promise<void> => {
    await (await open(PRESSES))?.delete(keyOf(requestId))
  },
}

function keyOf(requestId: string): string {
  return `/push/press/${requestId}`
}

async function read<T>(list: Cache | null, key: RequestInfo): Promise<T | null> {
  const found = await list?.match(key)
  return found ? ((await found.json().catch(() => null)) as T | null) : null
}

/** Null where the browser keeps nothing, as on a full disk or without https. */
function open(name: string): Promise<Cache | null> {
  return 'caches' in globalThis ? caches.open(name).catch(() => null) : Promise.resolve(null)
}
