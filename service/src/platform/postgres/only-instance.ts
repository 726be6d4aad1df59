/** One instance of the service on a database, unless a bus joins several. SCALE-05. */
import { setTimeout as wait } from 'node:timers/promises'
import type postgres from 'postgres'
import { connect } from './postgres-url.ts'

/** An arbitrary number that no other lock uses: `mimamori` on phone keys, shortened. */
const LOCK = 64_626_674
/** An instance that was killed a moment ago may still hold its connection: ten seconds of tries. */
const RETRY_MS = 250
const FIRST_TRIES = 40
/** The database may restart for as long. */
const LATER_TRIES = 240

/**
 * Takes the place of the only instance for as long as its connection lives; the returned function releases it. Throws
 * an Error with an explanation for the operator if another instance has it. Reconnects when the connection is lost.
 */
export async function takeOnlyInstance(url: string, onLost: (error: Error) => void): Promise<() => Promise<void>> {
  let isStopped = false
  let holder = await hold(url, FIRST_TRIES, () => void regain())
  async function regain() {
    if (isStopped) return
    try {
      holder = await hold(url, LATER_TRIES, () => void regain())
    } catch (error) {
      onLost(error as Error)
    }
  }
  return async () => {
    isStopped = true
    await holder.end({ timeout: 1 })
  }
}

async function hold(url: string, tries: number, onClose: () => void): Promise<postgres.Sql> {
  for (let left = tries; ; left--) {
    let isHeld = false
    const sql = connect(url, {
      max: 1,
      idle_timeout: 0,
      max_lifetime: null,
      onnotice: () => {},
      connection: { application_name: 'mimamori only instance' },
      onclose: () => {
        if (isHeld) onClose()
      },
    })
    const isTaken = await sql<{ is: boolean }[]>`select pg_try_advisory_lock(${LOCK}) as is`
      .then(([row]) => row?.is === true)
      .catch((error: Error) => {
        if (left <= 1) throw error
        return false
      })
    if (isTaken) {
      isHeld = true
      return sql
    }
    await sql.end({ timeout: 1 })
    if (left <= 1) throw new Error(REFUSED)
    await wait(RETRY_MS)
  }
}

const REFUSED =
  'Another instance of the service uses this database. Several instances need a bus, or alarms of one are not seen on ' +
  'the other: set MIMAMORI_NATS_URL for all of them, or stop the other one.'
