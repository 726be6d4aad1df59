/** What every session of the service's login role is set to. */
import { connect } from '../postgres-url.ts'
import { inTurn } from './in-turn.ts'

/** Names and values as PostgreSQL has them. */
export function sessionSettings(statementTimeoutMs: number) {
  return {
    TimeZone: 'UTC',
    // Row policies make a generic plan look dear, so PostgreSQL would plan each prepared statement anew at every
    // execution: measured on a page of alerts, 1,930 a second against 6,650.
    plan_cache_mode: 'force_generic_plan',
    // Knowing no number of rows, such a plan of a report looks dear enough to be compiled, which takes longer than it.
    jit: 'off',
    statement_timeout: statementTimeoutMs,
    lock_timeout: 4_000,
    idle_in_transaction_session_timeout: 15_000,
  } as const
}

/**
 * Makes these the defaults of the login role in its database: sessions that a pooler opens have them from then on. `url`: of
 * that role at the server itself. A role may change its own, so no administrator is asked.
 */
export async function storeSessionSettings(url: string, statementTimeoutMs: number): Promise<void> {
  const client = connect(url, { max: 1, onnotice: () => {}, fetch_types: false })
  const { username, pathname } = new URL(url)
  try {
    for (const [name, value] of Object.entries(sessionSettings(statementTimeoutMs))) {
      const place = `"${decodeURIComponent(username)}" in database "${decodeURIComponent(pathname.slice(1))}"`
      await inTurn(() => client.unsafe(`alter role ${place} set ${name} = '${value}'`))
    }
  } finally {
    await client.end({ timeout: 1 })
  }
}
