/** Settings of every session of the service's login role. */
import { connect } from '../postgres-url.ts'
import { inTurn } from './in-turn.ts'

/** Names and values as PostgreSQL has them. */
export function sessionSettings(statementTimeoutMs: number) {
  return {
    TimeZone: 'UTC',
    // Row policies make a generic plan look expensive, so PostgreSQL would plan each prepared statement at every
    // execution: measured on a page of alerts, 1,930 a second against 6,650.
    plan_cache_mode: 'force_generic_plan',
    // Without row estimates such a plan of a report looks expensive enough for JIT compilation, which takes longer than
    // the report.
    jit: 'off',
    statement_timeout: statementTimeoutMs,
    lock_timeout: 4_000,
    idle_in_transaction_session_timeout: 15_000,
  } as const
}

/**
 * Makes these the defaults of the login role in its database, for sessions that a pooler opens. `url`: of that role at
 * the server itself. A role may change its own settings, so no administrator is needed.
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
