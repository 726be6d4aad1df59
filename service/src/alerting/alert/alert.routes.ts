/** Alerts: lists, one of them, what people do with them, and the dashboard's figures. Requirements ALERT-01 to ALERT-11. */

import { ALERT_SORTS, type Alert, type AlertDetail, type alertEndpoints } from '@mimamori/contract/alerting/alert.ts'
import type { alertDashboardEndpoints } from '@mimamori/contract/alerting/alert-dashboard.ts'
import type { Context, Handlers } from '#platform/context.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { fail, found } from '#platform/service-error.ts'
import { pageNumberOf, sortColumnOf } from '#shared/list-page.ts'
import { residentScope } from '#shared/resident-scope.ts'
import { changeAlerts } from './alert.answers.ts'
import { findTargets } from './alert.changes.ts'
import { countAlerts } from './alert.counts.ts'
import { readBusiestCameras, readSeverities, toRange } from './alert.dashboard.ts'
import { askAlerts } from './alert.narrowing.ts'
import { type DetailRow, type PageOf, readAlert, readNeighbour, readPage, readUnanswered } from './alert.queries.ts'
import { deleteAlerts, findRetained, restoreAlerts } from './alert.removal.ts'
import { type AlertRow, clipStateFor, type Sign, signFor, toAlert } from './alert.row.ts'
import { isFiltered, type Search, toSearch } from './alert.search.ts'
import { readSteps, toTimeline } from './alert.steps.ts'

/** Alerts in the dashboard's list. */
const LATEST = 6

export const alertRoutes: Handlers<typeof alertEndpoints & typeof alertDashboardEndpoints> = {
  async 'alert.search'(context, { query, body }) {
    const { db, actor, media, now } = context
    const sortColumn = sortColumnOf(query, ALERT_SORTS)
    const currentPage = pageNumberOf(query)
    const search = await askAlerts({ db, actor, now }, body)
    if (!search) return { records: [], totalCount: 0, currentPage }
    const sort = sortColumn === 'occurredAt' ? {} : { sort: sortColumn }
    const { totalCount, rows } = await searchPage(db, search, { ...query, ...sort })
    const sign = signFor(actor, media, now)
    return {
      records: rows.map((row) => toAlert(row, sign(row))),
      totalCount,
      currentPage,
    }
  },

  'alert.get': (context, { params }) => detailOf(context, params.id),

  async 'alert.neighbours'(context, { params, body }) {
    const { db, actor } = context
    const row = found(await readAlert(db, found(residentScope(actor)), actor, params.id))
    const search = await askAlerts(context, body)
    return search ? neighboursOf(db, search, row) : { newerId: null, olderId: null }
  },

  async 'alert.patch'(context, { params, body }) {
    const { db, actor } = context
    const scope = found(residentScope(actor))
    const targets = await findTargets(db, scope, [params.id])
    if (targets.length === 0) throw fail('not-found')
    await changeAlerts(context, targets, body)
    return detailOf(context, params.id)
  },

  async 'alert.patchMany'(context, { body: { ids, ...change } }) {
    const scope = residentScope(context.actor)
    const targets = scope ? await findTargets(context.db, scope, ids) : []
    return { changed: await changeAlerts(context, targets, change) }
  },

  async 'alert.remove'(context, { params }) {
    const { db, actor, now } = context
    const targets = await findRetained(db, found(residentScope(actor)), [params.id], now)
    if (targets.length === 0) throw fail('not-found')
    await deleteAlerts(context, targets)
    return {}
  },

  async 'alert.removeMany'(context, { body }) {
    const scope = residentScope(context.actor)
    const targets = scope ? await findRetained(context.db, scope, body.ids, context.now) : []
    return { changed: await deleteAlerts(context, targets) }
  },

  async 'alert.restore'(context, { body }) {
    const scope = residentScope(context.actor)
    const targets = scope ? await findRetained(context.db, scope, body.ids, context.now) : []
    return { changed: await restoreAlerts(context, targets) }
  },

  async 'alert.latest'({ db, actor, media, now }, { query }) {
    const search = toSearch(actor, query)
    if (!search) return { records: [], unseenCritical: null }
    const rows = await readPage(db, search, { pageNumber: 0, pageSize: LATEST, sortAscending: false })
    const urgent = await readUnanswered(db, search)
    const sign = signFor(actor, media, now)
    return {
      records: rows.map((row): Alert => toAlert(row, sign(row))),
      unseenCritical: urgent ? toAlert(urgent, sign(urgent)) : null,
    }
  },

  async 'alert.countBySeverity'({ db, actor, now }, { query }) {
    const range = toRange(query, now)
    const search = toSearch(actor, { ...query, archived: 'any', from: range.from, to: range.to })
    return readSeverities(db, search, range, actor.tenantTimezone)
  },

  async 'alert.countByCamera'({ db, actor, now }, { query }) {
    const range = toRange(query, now)
    const search = toSearch(actor, { ...query, archived: 'any', from: range.from, to: range.to })
    return { records: search ? await readBusiestCameras(db, search) : [] }
  },
}

/**
 * If the count is 0 the search is skipped, which saves a filtered search through the whole history. Without a filter
 * the page is found quickly: then both are sent together.
 */
async function searchPage(db: TenantDb, by: Search, page: PageOf): Promise<{ totalCount: number; rows: AlertRow[] }> {
  if (page.pageSize > 0 && !isFiltered(by)) {
    const [totalCount, rows] = await Promise.all([countAlerts(db, by), readPage(db, by, page)])
    return { totalCount, rows }
  }
  const totalCount = await countAlerts(db, by)
  const isBeyond = page.pageSize === 0 || page.pageNumber * page.pageSize >= totalCount
  return { totalCount, rows: isBeyond ? [] : await readPage(db, by, page) }
}

async function detailOf({ db, actor, media, now }: Context, id: string): Promise<AlertDetail> {
  const scope = found(residentScope(actor))
  const row = found(await readAlert(db, scope, actor, id))
  const { people, clipMediaId, blurredClipMediaId, clipAlertAtMs, region, hubId } = row
  const sign = signFor(actor, media, now)(row)
  const clipState = clipStateFor(row, sign)
  return {
    ...toAlert(row, sign),
    people: sign.isBlurred && people === 'clear' ? 'blurred' : people,
    clipUrl: clipState === 'ready' ? sign(clipMediaId, blurredClipMediaId) : null,
    clipOriginal: clipState === 'ready' ? originalOf(row, sign) : null,
    clipAlertAtMs,
    lostImage: sign.isBlurred ? row.lostBlurredImage : row.lostImage,
    region,
    hubId,
    clipUnasked: row.clipUnasked,
    signal: row.signal,
    residents: row.residents,
    steps: toTimeline({ ...row, clipState }, await readSteps(db, row.tenantId, id)),
    ...(await neighboursOf(db, toSearch(actor, { archived: row.archived })!, row)),
  }
}

function originalOf({ clipOriginalId, clipOriginalCodec }: DetailRow, sign: Sign): AlertDetail['clipOriginal'] {
  const url = sign(clipOriginalId, null)
  return url && clipOriginalCodec ? { url, codec: clipOriginalCodec } : null
}

async function neighboursOf(db: TenantDb, by: Search, row: DetailRow) {
  return { newerId: await readNeighbour(db, by, row, true), olderId: await readNeighbour(db, by, row, false) }
}
