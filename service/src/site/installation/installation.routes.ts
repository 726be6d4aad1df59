/** The installation for its operator: version, backups, and one more of them now. Requirement OPS-02. */
import type { installationEndpoints } from '@mimamori/contract/site/installation.ts'
import { requireOwnSession } from '#platform/auth/connection.ts'
import type { Handlers } from '#platform/context.ts'
import { fail } from '#platform/failure.ts'
import { nearLimitNow } from '#platform/http/descriptor-watch.ts'
import { readMailWaitsSince } from '#platform/messaging/mail-watch.ts'
import { VERSION } from '#platform/version.ts'
import { isOverdue, readBackups } from './installation.state.ts'
import type { BackupWork } from './installation.work.ts'

export function createInstallationRoutes(work: Pick<BackupWork, 'begin'>): Handlers<typeof installationEndpoints> {
  return {
    async 'installation.get'({ actor, asPlatform, config, now }) {
      requireOwnSession(actor)
      const { bornAt, mailWaitsSince, ...state } = await asPlatform('installation', async (db) => ({
        ...(await readBackups(db)),
        mailWaitsSince: await readMailWaitsSince(db, now),
      }))
      const { place: folder, files, passphrase, atMinute, retained } = config.backup
      const place =
        atMinute === null ? null : { folder, files, atMinute, retained, isPassphraseBesideData: passphrase === null }
      return {
        version: VERSION,
        mailWaitsSince,
        openFiles: nearLimitNow(),
        backup: { ...state, place, isOverdue: place !== null && isOverdue({ ...state, bornAt }, now) },
      }
    },

    async 'installation.backup'({ actor, audit }, { body }) {
      requireOwnSession(actor)
      if (!(await work.begin(body.what))) throw fail('in-use')
      await audit({ action: `installation.${body.what}`, objectType: 'installation' })
      return {}
    },
  }
}
