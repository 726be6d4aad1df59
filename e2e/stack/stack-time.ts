/** Time of the stack's alarms. Its clock is the machine's: moves times in the rows instead of waiting. */
import { findEmbedded } from '../../service/src/platform/postgres/embedded.ts'
import { connect } from '../../service/src/platform/postgres/postgres-url.ts'

/** Moves this alarm and its pending rules by `minutes` minutes. The service checks within a second. */
export async function passTime(alertId: string, minutes: number): Promise<void> {
  const sql = connect(findEmbedded(process.env.MIMAMORI_E2E_DATA!)!, { max: 1, onnotice: () => {} })
  const passed = `${minutes} minutes`
  try {
    await sql.begin(async (rows) => {
      await rows`update alert set open_since = open_since - ${passed}::interval,
        claimed_at = claimed_at - ${passed}::interval, claim_ends_at = claim_ends_at - ${passed}::interval
        where id = ${alertId}`
      await rows`update alert_escalation set due_at = due_at - ${passed}::interval where alert_id = ${alertId}`
    })
  } finally {
    await sql.end()
  }
}

/** This alarm happened `minutes` minutes before the service had it, as behind a connection that was away. */
export async function arrivedLater(alertId: string, minutes: number): Promise<void> {
  const sql = connect(findEmbedded(process.env.MIMAMORI_E2E_DATA!)!, { max: 1, onnotice: () => {} })
  try {
    await sql`update alert set occurred_at = created_at - ${`${minutes} minutes`}::interval where id = ${alertId}`
  } finally {
    await sql.end()
  }
}
