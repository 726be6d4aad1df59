/** The installation for its operator: version, backups, and one more of them now. Requirement OPS-02. */

import type { installationEndpoints } from '@mimamori/contract/site/installation.ts'
import { gapsOfConfig } from '#platform/config-gaps.ts'
import type { Handlers } from '#platform/context.ts'
import { nearLimitNow } from '#platform/http/descriptor-watch.ts'
import { readMailWaitsSince } from '#platform/messaging/mail-watch.ts'
import { fail } from '#platform/service-error.ts'
import { VERSION } from '#platform/sign.ts'
import { requireAccess } from '#shared/access.ts'
import { readContactFails } from './contact-watch.ts'
import { readExternalWaits } from './external-watch.ts'
import { countOperators } from './installation.figures.queries.ts'
import { isOverdue, readBackups } from './installation.state.ts'
import type { BackupWork } from './installation.work.ts'

export function createInstallationRoutes(work: Pick<BackupWork, 'begin'>): Handlers<typeof installationEndpoints> {
  return {
    async 'installation.get'({ actor, asPlatform, config, now }) {
      requireAccess(actor, 'act in their own name')
      const { bornAt, mailWaitsSince, externalWaits, contactFails, operators, ...state } = await asPlatform(
        'installation',
        async (db) => ({
          ...(await readBackups(db)),
          mailWaitsSince: await readMailWaitsSince(db, now),
          externalWaits: await readExternalWaits(db, now),
          contactFails: await readContactFails(db, now),
          operators: await countOperators(db),
        }),
      )
      const { place: folder, files, passphrase, atMinute, retained } = config.backup
      const place =
        atMinute === null ? null : { folder, files, atMinute, retained, isPassphraseBesideData: passphrase === null }
      return {
        version: VERSION,
        gaps: [...gapsOfConfig(config), ...(operators === 1 ? (['one-operator'] as const) : [])],
        mailWaitsSince,
        externalWaits,
        contactFails,
        openFiles: nearLimitNow(),
        backup: { ...state, place, isOverdue: place !== null && isOverdue({ ...state, bornAt }, now) },
      }
    },

    async 'installation.backup'({ actor, audit }, { body }) {
      requireAccess(actor, 'act in their own name')
      if (!(await work.begin(body.what))) throw fail('in-use')
      await audit({ action: `installation.${body.what}`, objectType: 'installation' })
      return {}
    },
  }
}
