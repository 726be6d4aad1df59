/** 'Mark all read' and its undo. */
import type { alertMarkEndpoints } from '@mimamori/contract/alerting/alert-marks.ts'
import type { Handlers } from '#platform/context.ts'
import { found } from '#platform/service-error.ts'
import { residentScope } from '#shared/resident-scope.ts'
import { countAlerts } from './alert.counts.ts'
import { markAll, undoMarkAll } from './alert.marks.ts'
import { askAlerts } from './alert.narrowing.ts'

export const alertMarkRoutes: Handlers<typeof alertMarkEndpoints> = {
  async 'alert.markAllRead'(context, { body }) {
    const search = await askAlerts(context, body)
    if (!search || search.hasRead === true) return { changed: 0, undoId: null }
    const unread = { ...search, hasRead: false }
    const before = await countAlerts(context.db, unread)
    if (before === 0) return { changed: 0, undoId: null }
    const undoId = await markAll(context, unread)
    return { changed: before - (await countAlerts(context.db, unread)), undoId }
  },

  async 'alert.undoMarkAllRead'(context, { body }) {
    await undoMarkAll(context, found(residentScope(context.actor)).tenantIds, body.undoId)
    return {}
  },
}
