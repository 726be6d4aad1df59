/** The operator's mailbox: sent e-mails, and the text of those that have no other reader. */

import type { mailEndpoints } from '@mimamori/contract/alerting/mail.ts'
import type { Context, Handlers } from '#platform/context.ts'
import { found } from '#platform/service-error.ts'
import { requireAccess } from '#shared/access.ts'
import { findMail, type StoredMail, searchMail } from './mail.queries.ts'

export const mailRoutes: Handlers<typeof mailEndpoints> = {
  async 'mail.search'({ actor, asPlatform, mail }, { query, body }) {
    requireAccess(actor, 'act in their own name')
    const { records, totalCount } = await asPlatform('mailbox', (db) => searchMail(db, { ...query, ...body }))
    return { records, totalCount, currentPage: query.pageNumber, isSent: mail.isSent }
  },

  async 'mail.get'(context, { params }) {
    const { actor, asPlatform, audit, mail } = context
    requireAccess(actor, 'act in their own name')
    const stored = found(await asPlatform('mailbox', (db) => findMail(db, params.id)))
    const text = mayRead(context, stored)
      ? mail.open(stored.body!, { tenantId: stored.tenantId, id: stored.record.id }).text
      : null
    if (text !== null) await audit({ action: 'mail.read', objectType: 'mail', objectId: stored.record.id })
    return { ...stored.record, text }
  },
}

/**
 * Links and codes are secrets of their recipient. The operator may read them only if nobody else can: without a mail
 * server, or for demo users, who do not exist.
 */
function mayRead({ mail }: Context, { record, isDemo, body }: StoredMail): boolean {
  return body !== null && record.state === 'stored' && (isDemo || !mail.isSent)
}
