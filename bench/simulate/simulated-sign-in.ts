/** Signs in with the service's calls, and waits if it requires that. */
import { setTimeout as pause } from 'node:timers/promises'
import { CallError, createClient } from '@mimamori/contract/client.ts'

type Call = ReturnType<typeof createClient>
export type SignedIn = { call: Call; token: string }

/** Throws CallError when user or password are refused. */
export async function signIn(url: string, user: string, password: string): Promise<SignedIn> {
  const stranger = insistent(createClient({ base: `${url}/api`, token: () => null }))
  const body = { userName: user, userPassword: Buffer.from(password).toString('base64'), deviceType: 'web' } as const
  const { token } = await stranger('session.login', { body })
  return withToken(url, token)
}

/** The calls of a session that exists. */
export function withToken(url: string, token: string): SignedIn {
  return { call: insistent(createClient({ base: `${url}/api`, token: () => token })), token }
}

function insistent(call: Call): Call {
  const insist = async (...request: Parameters<Call>) => {
    for (;;) {
      try {
        return await call(...request)
      } catch (error) {
        if (!(error instanceof CallError && error.status === 429)) throw error
        await pause(1_000 * (error.retryAfterSeconds ?? 1))
      }
    }
  }
  return insist as Call
}
