/** Sends requested reset codes: outside of the call, whose duration would reveal whether the address is known. */
import type { Accounts } from '#platform/accounts.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { Job } from '#platform/work/jobs.ts'
import { findByEmail, forgetRequests, takeRequests } from './reset.queries.ts'

/** Number of wrong tries that lock a code. AUTH-15. */
export const MOST_TRIES = 5

/** Where a requested address is stored while it waits for the job. */
export function placeOfRequest(subject: string): string {
  return `platform|reset_request|address|${subject}`
}

const AT_ONCE = 20

/** Processes each request: a code for an account that may have one, nothing for all others. */
export function sendResetCodes({ accounts, secrets }: { accounts: Accounts; secrets: Secrets }): Job {
  return {
    name: 'reset.send-codes',
    everyMs: 1_000,
    batchSize: AT_ONCE,
    async batch(db, now) {
      const requests = await takeRequests(db, AT_ONCE)
      for (const { subject, address } of requests) {
        const account = await findByEmail(db, secrets.open(address, placeOfRequest(subject)))
        if (account) await accounts.sendReset(db, account)
      }
      await forgetRequests(db, now)
      return requests.length
    },
  }
}
