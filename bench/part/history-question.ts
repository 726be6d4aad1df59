/** What the service asks of its database for the largest site of a history, run in this process by the service's own code. */

import type { AlertFilter } from '@mimamori/contract/alerting/alert.ts'
import { type Question, toQuestion } from '@mimamori/service/alerting/alert/alert.question.ts'
import { openDatabase, type TenantDb } from '@mimamori/service/platform/postgres/database.ts'
import { madeId } from './alert-history.ts'

export type Asker = {
  ask: (filter: AlertFilter) => Question
  /** Runs `work` as the first site's first user, in one transaction; answers how long it took, ms. */
  timed: <T>(work: (db: TenantDb) => Promise<T>) => Promise<{ result: T; tookMs: number }>
  stop: () => Promise<void>
}

/** `databaseUrl` is of the service's own login. */
export function openAsker(databaseUrl: string): Asker {
  const database = openDatabase({ url: databaseUrl, connections: 1, statementTimeoutMs: 60_000 })
  const [tenantId, userId] = [madeId('tenant', 0), madeId('user', 0)]
  const actor = { userId, tenantId, tenantIds: [tenantId], unitIds: null, role: 'USER', isImpersonating: false }
  const scope = { tenantId, tenantIds: [tenantId], userId, unitIds: null }
  return {
    ask: (filter) => toQuestion(actor as unknown as Parameters<typeof toQuestion>[0], filter)!,
    async timed(work) {
      const begunMs = performance.now()
      const result = await database.asTenant(scope, work)
      return { result, tookMs: performance.now() - begunMs }
    },
    stop: () => database.stop(),
  }
}
