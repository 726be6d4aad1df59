/** The delivery list: sent, failed and retried messages. Requirements ALERT-04, SET-05. */

import { deliveryState, type notificationEndpoints } from '@mimamori/contract/alerting/notification.ts'
import type { Handlers } from '#platform/context.ts'
import { pageNumberOf } from '#shared/list-page.ts'
import { residentScope } from '#shared/resident-scope.ts'
import { countDeliveries, findFailed, readDeliveries, retryMessages } from './delivery.queries.ts'

type DeliveryRoutes = Pick<Handlers<typeof notificationEndpoints>, 'delivery.search' | 'delivery.retry'>

export const deliveryRoutes: DeliveryRoutes = {
  async 'delivery.search'({ db, actor }, { query: { pageNumber, pageSize, after }, body }) {
    const scope = residentScope(actor)
    const currentPage = pageNumberOf({ pageNumber, pageSize })
    if (!scope) return { records: [], totalCount: 0, currentPage }
    const states = body.states?.length ? [...new Set(body.states)] : deliveryState.options
    const channels = body.channels?.length ? body.channels : null
    const by = { scope, states, channels, pageNumber, pageSize, after }
    const totalCount = await countDeliveries(db, by)
    const isBeyond = pageSize === 0 || pageNumber * pageSize >= totalCount
    return { records: isBeyond ? [] : await readDeliveries(db, by), totalCount, currentPage }
  },

  async 'delivery.retry'({ db, actor, now, audit, afterCommit, wakeSignals }, { body }) {
    const scope = residentScope(actor)
    const failed = scope ? await findFailed(db, scope, body.ids, now) : []
    let changed = 0
    for (const [tenantId, own] of Map.groupBy(failed, (each) => each.tenantId)) {
      await db.writeTo(tenantId)
      const ids = own.map(({ id }) => id)
      changed += await retryMessages(db, ids, now)
      await audit({ action: 'delivery.retry', objectType: 'notification', details: { ids } })
    }
    if (changed > 0) afterCommit(() => wakeSignals.send('notice'))
    return { changed }
  },
}
