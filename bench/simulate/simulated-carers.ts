/** Creates a site's shared accounts for simulated consoles, and removes them. */
import { randomBytes } from 'node:crypto'
import type { SignedIn } from './simulated-sign-in.ts'
import { signIn } from './simulated-sign-in.ts'

/** At most 12 streams of a session and 200 of a user are open at once (service/src/alerting/stream/stream.routes.ts). */
const CONSOLES_PER_SESSION = 10
const CONSOLES_PER_USER = 200
const DOMAIN = 'simulator.invalid'
const PAGE = 100

/** A token for each console, of accounts that `removeCarers` finds again. `operator`: not connected to a site. */
export async function makeCarers(
  { url, operator, tenantId }: { url: string; operator: SignedIn; tenantId: string },
  consoles: number,
): Promise<string[]> {
  const password = randomBytes(18).toString('base64url')
  const tokens: string[] = []
  for (let user = 0; user * CONSOLES_PER_USER < consoles; user++) {
    const email = `carer-${user + 1}-${randomBytes(4).toString('hex')}@${DOMAIN}`
    const name = { firstName: 'Simulated', lastName: `carer ${user + 1}`, email, password }
    const habits = { locale: 'en', timezone: 'Asia/Tokyo', dateFormat: 'yyyy/MM/dd HH:mm' } as const
    await operator.call('user.create', { body: { ...name, ...habits, role: 'USER', type: 'SHARED', tenantId } })
    const wanted = Math.min(CONSOLES_PER_USER, consoles - user * CONSOLES_PER_USER)
    // In turn: attempts at once count as failed ones until each has ended.
    for (let done = 0; done < wanted; done += CONSOLES_PER_SESSION) {
      const { token } = await signIn(url, email, password)
      tokens.push(...Array.from({ length: Math.min(CONSOLES_PER_SESSION, wanted - done) }, () => token))
    }
  }
  return tokens
}

/** Also those of earlier runs. */
export async function removeCarers({ call }: SignedIn): Promise<void> {
  const { records } = await call('user.search', { query: { pageSize: PAGE }, body: { text: `@${DOMAIN}` } })
  for (const { id } of records) await call('user.remove', { params: { id } })
}
