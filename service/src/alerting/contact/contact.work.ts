/**
 * Brings every contact of the nurse call into the state that its alarms ask for, through its hub, and checks it. A hub
 * that is cut off closes contacts for its own alerts, and is asked when it is back. REACH-60 to REACH-62, REACH-64.
 */

import type { ContactProblem } from '@mimamori/contract/camera/contact-lists.ts'
import type { ContactOrder } from '@mimamori/contract/camera/hub-request.ts'
import type { Logger } from 'pino'
import type { HubLink } from '#platform/hub-seam.ts'
import type { Platform } from '#platform/platform.ts'
import { ServiceError } from '#platform/service-error.ts'
import { createDueWorker } from '#platform/work/due-worker.ts'
import { administrators } from '#shared/administrators.ts'
import { deviceOf } from '#shared/contact/contact-device.ts'
import { claimContacts, type Due, nextContactAt, postpone, recordOutcome } from './contact.queries.ts'
import { isWorthMail, nextAfter, type Outcome, problemOf } from './contact.rules.ts'

type Parts = Pick<Platform, 'database' | 'clock' | 'secrets' | 'mail' | 'wakeSignals'> & Pick<HubLink, 'askHub'>

export type ContactWork = {
  start(): void
  stop(): Promise<void>
  /** Resolves when everything that is due by the clock was requested and recorded. For tests. */
  idle(): Promise<void>
}

const AT_ONCE = 100
/** A hub gives up first. */
const ANSWER_MS = 15_000
const LEASE_MS = 2 * ANSWER_MS
/** While the same contact is being requested. */
const BUSY_MS = 500

/** Creates the work of this instance. Instances share it. */
export function createContactWork(parts: Parts, logger: Logger): ContactWork {
  const { database, clock, wakeSignals } = parts
  const running = new Set<Promise<void>>()
  const worker = createDueWorker(
    {
      name: 'contacts.drive',
      nextAt: () => database.asPlatform('next contact', nextContactAt),
      async work(_, now) {
        const leasedUntil = new Date(now.getTime() + LEASE_MS)
        const by = { now, leasedUntil, most: AT_ONCE }
        const due = await database.asPlatform('claim contacts', (db) => claimContacts(db, by))
        // Each by itself: a hub that does not answer delays no other contact.
        for (const one of due) {
          const task = drive(parts, one)
            .catch((error: unknown) => logger.error({ err: error, contactId: one.id }, 'a contact was not recorded'))
            .finally(() => running.delete(task))
          running.add(task)
        }
        return due.length === AT_ONCE
      },
    },
    { database, clock, logger },
  )
  let off = () => {}
  return {
    start() {
      off = wakeSignals.onSignal('notice', worker.wake)
      worker.start()
    },
    async stop() {
      off()
      await worker.stop()
      await Promise.all(running)
    },
    async idle() {
      do {
        await worker.idle()
        await Promise.all(running)
      } while (running.size > 0)
    },
  }
}

async function drive(parts: Parts, due: Due): Promise<void> {
  const { database, clock, mail } = parts
  const outcome = await request(parts, due)
  const now = clock.now()
  if (outcome === 'busy') {
    const again = new Date(now.getTime() + BUSY_MS)
    return database.asPlatform('postpone a contact', (db) => postpone(db, due, again))
  }
  const { tenantId, want, siteName, name: contactName } = due
  const failingMs = due.failingSince ? now.getTime() - Date.parse(due.failingSince) : 0
  const nextAt = new Date(now.getTime() + nextAfter(outcome, { want, failingMs }))
  const isBegun = !due.isMailed && isWorthMail(outcome, { want, failingMs })
  const isOver = due.isMailed && outcome.problem === null
  const isMailed = (due.isMailed || isBegun) && !isOver
  await database.asPlatform('record a contact', async (db) => {
    if (!(await recordOutcome(db, due, outcome, { now, nextAt, isMailed })) || !(isBegun || isOver)) return
    const template = isBegun ? ('contact-failing' as const) : ('contact-back' as const)
    for (const reader of await administrators(db, tenantId)) {
      await mail.send(db, { template, tenantId, siteName, contactName, ...reader })
    }
  })
}

/** `busy`: an earlier request has not ended. */
async function request({ askHub, secrets }: Parts, due: Due): Promise<Outcome | 'busy'> {
  const failed = (problem: ContactProblem): Outcome => ({ state: null, isReported: false, problem })
  const { tenantId, hubId, id: contactId, want, isCheck } = due
  const device = deviceOf(due, secrets)
  if (!hubId || !device) return failed(hubId ? 'login-wrong' : 'hub-away')
  try {
    const order: ContactOrder = { type: 'contact', contactId, device, want, isCheck }
    const answer = await askHub(tenantId, hubId, order, { timeoutMs: ANSWER_MS })
    const error = answer.error
    if (error) return failed(problemOf(error.code))
    const { state, isReported } = answer.result
    return { state, isReported, problem: state === want ? null : 'stuck' }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return error.key === 'too-many-requests' ? 'busy' : failed('hub-away')
  }
}
