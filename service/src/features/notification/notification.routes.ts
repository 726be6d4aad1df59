/** What users are told and how: their preferences, and receipts of their browsers. Requirements NAV-05, NAV-10. */
import type { notificationEndpoints } from '@mimamori/contract/notification.ts'
import type { Context, Handlers } from '#platform/context.ts'
import { fail } from '#platform/failure.ts'
import { readPreferences, writePreferences, writeReceipt } from './notification.queries.ts'
import { createReceipts } from './notification.receipt.ts'

export const notificationRoutes: Handlers<typeof notificationEndpoints> = {
  'notification.preferences': ({ actor, asPlatform }) =>
    asPlatform('own preferences', (db) => readPreferences(db, placeOf(actor))),

  async 'notification.savePreferences'({ actor, asPlatform, audit, now }, { body }) {
    await asPlatform('own preferences', (db) => writePreferences(db, placeOf(actor), body, now))
    await audit({
      action: 'notification.save-preferences',
      objectType: 'user',
      objectId: actor.userId,
      details: body,
    })
    return body
  },

  async 'notification.receipt'({ database, secrets, rateLimit, ip, now }, { body }) {
    rateLimit.take('receipt', ip)
    const place = createReceipts(secrets).read(body.token)
    if (!place) throw fail('link-invalid')
    await database.asPlatform('receipt of a message', (db) => writeReceipt(db, place, body.state, now))
    return {}
  },
}

function placeOf({ homeTenantId, userId }: Context['actor']) {
  return { tenantId: homeTenantId, userId }
}
