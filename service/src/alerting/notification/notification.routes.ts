/** Notifications of users: the popup, alerts sent again, preferences, receipts. Requirements ALERT-04, NAV-05, NAV-10. */
import type { coverageEndpoints } from '@mimamori/contract/alerting/coverage.ts'
import type { notificationEndpoints } from '@mimamori/contract/alerting/notification.ts'
import type { ringerEndpoints } from '@mimamori/contract/alerting/ringer.ts'
import type { Context, Handlers } from '#platform/context.ts'
import { fail } from '#platform/service-error.ts'
import { createMessageTokens } from '#shared/message-tokens.ts'
import { coverageRoutes } from './coverage/coverage.routes.ts'
import { deliveryRoutes } from './delivery.routes.ts'
import { resendAlert, sendSample } from './notification.again.ts'
import { readPreferences, writePreferences, writeReceipt } from './notification.queries.ts'
import { searchNotifications } from './notification.search.ts'
import { ringerRoutes } from './ringer/ringer.routes.ts'

export const notificationRoutes: Handlers<
  typeof notificationEndpoints & typeof coverageEndpoints & typeof ringerEndpoints
> = {
  ...coverageRoutes,
  ...deliveryRoutes,
  ...ringerRoutes,

  async 'alert.resend'(context, { params }) {
    await resendAlert(context, params.id.toLowerCase())
    return {}
  },

  async 'alert.sendSample'(context) {
    await sendSample(context)
    return {}
  },

  'notification.search': (context, { body }) => searchNotifications(context, body),

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
    const place = createMessageTokens(secrets, 'notification-receipts').read(body.token)
    if (!place) throw fail('link-invalid')
    await database.asPlatform('receipt of a message', (db) => writeReceipt(db, place, body.state, now))
    return {}
  },
}

function placeOf({ homeTenantId, userId }: Context['actor']) {
  return { tenantId: homeTenantId, userId }
}
