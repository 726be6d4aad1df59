/** The hourly proof of providers that ring phones, without ringing one. Administrators are notified of each change. REACH-01. */
import type { DeliveryReason } from '@mimamori/contract/alerting/notification.ts'
import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { Mail } from '#platform/messaging/mail.ts'
import type { Database } from '#platform/postgres/database.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { Job } from '#platform/work/jobs.ts'
import { administrators } from '#shared/administrators.ts'
import { callProvider } from './ringer.call.ts'
import { type Checked, claimChecks, recordCheck } from './ringer.queries.ts'
import { openAddress } from './ringer.rules.ts'

const AT_ONCE = 20

type Options = {
  mail: Pick<Mail, 'send'>
  clock: Clock
  config: Pick<Config, 'externalHosts'>
  secrets: Pick<Secrets, 'open'>
}

export function checkRingers(options: Options): Job {
  return {
    name: 'ringers.check',
    everyMs: MINUTE_MS,
    batchSize: AT_ONCE,
    async task(database, now) {
      const due = await database.asPlatform('claim checks of ringers', (db) => claimChecks(db, now, AT_ONCE))
      await Promise.all(due.map((one) => check(database, options, one)))
      return due.length
    },
  }
}

async function check(database: Database, { mail, clock, config, secrets }: Options, one: Checked): Promise<void> {
  const { tenantId, userId, siteName } = one
  const address =
    userId !== null && one.address !== null ? openAddress(secrets, { tenantId, userId, address: one.address }) : null
  const parts = { config, secrets, clock }
  const outcome = await callProvider(parts, one, (preset, access) => preset.check(address, access))
  if (outcome === null) return
  const error: DeliveryReason | null = outcome.isSent ? null : outcome.reason
  const hasChanged = (error === null) !== (one.checkError === null)
  await database.asPlatform('record the check of a ringer', async (db) => {
    if (!(await recordCheck(db, one, error, clock.now())) || !hasChanged) return
    for (const reader of await administrators(db, tenantId)) {
      const mailed = { tenantId, siteName, ...reader }
      if (error === null) await mail.send(db, { template: 'ringer-back', ...mailed })
      else await mail.send(db, { template: 'ringer-failing', ...mailed })
    }
  })
}
