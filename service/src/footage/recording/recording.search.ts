/** The filter of a list of recordings, and its conditions in SQL. */

import type { RecordingFilter } from '@mimamori/contract/footage/recording.ts'
import type { PageQuery } from '@mimamori/contract/shared/page.ts'
import type { RecordingSort } from '@mimamori/contract/shared/sorts.ts'
import type { Actor } from '#platform/auth/session.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { hasAccess } from '#shared/access.ts'
import { isRefused } from '#shared/consent.ts'
import { inUnits, type ResidentScope, residentScope } from '#shared/resident-scope.ts'

/** `hasClear`: includes clear video that a resident refused to show; recordings have no blurred copy. */
export type RecordingScope = ResidentScope & { hasClear: boolean }

/** Null lists match everything; instants are ISO text. */
export type Search = {
  scope: RecordingScope
  cameraIds: readonly string[] | null
  tagIds: readonly string[] | null
  isArchived: boolean | null
  from: string | null
  to: string | null
  at: string | null
}
export type PageOf = PageQuery & { sortColumn: RecordingSort }

/** Null if the user's scope is empty: so is every result. An empty list in a filter matches everything. */
export function toSearch(actor: Actor, filter: RecordingFilter): Search | null {
  const scope = recordingScope(actor, filter.unitIds)
  return (
    scope && {
      scope,
      cameraIds: orNull(filter.cameraIds),
      tagIds: orNull(filter.tagIds),
      isArchived: filter.archived ?? null,
      from: filter.from ?? null,
      to: filter.to ?? null,
      at: filter.at ?? null,
    }
  )
}

/** RESTRICTED_USER and ANNOTATOR have no access to recordings. domain.md, "Who may do what". */
export function recordingScope(actor: Actor, wantedUnitIds?: readonly string[]): RecordingScope | null {
  if (!hasAccess(actor, 'see recordings')) return null
  const scope = residentScope(actor, wantedUnitIds)
  return scope && { ...scope, hasClear: hasAccess(actor, 'see clear frames', { isClearRefused: true }) }
}

const OF_RECORDING = { tenantId: sql`r.tenant_id`, cameraId: sql`r.camera_id` }
/** Also applies the consent of people who move in while a recording runs. */
const WHOLE = { from: sql`r.started_at`, until: sql`r.ended_at` }
/** Condition on a row `r` of recording. */
export function inReach(scope: RecordingScope): Sql<boolean> {
  const units = inUnits(sql`r.unit_id`, scope)
  if (scope.hasClear) return units
  return sql`${units} and not ${isRefused('clear-images', WHOLE, OF_RECORDING)}`
}

function orNull<T>(list: readonly T[] | undefined): readonly T[] | null {
  return list && list.length > 0 ? list : null
}

/**
 * `and …` for all conditions except the tenant; `r` is a row of recording. No recording is longer than its hour and a
 * segment, so the search is bounded by its start. Skips recordings that have no segments yet.
 */
export function matching(by: Search): Sql {
  const parts = [sql`r.duration_ms > 0`]
  if (by.scope.unitIds || !by.scope.hasClear) parts.push(inReach(by.scope))
  if (by.cameraIds) parts.push(sql`r.camera_id = any(${by.cameraIds}::uuid[])`)
  if (by.isArchived !== null) parts.push(sql`r.is_archived = ${by.isArchived}`)
  if (by.to) parts.push(sql`r.started_at < ${by.to}`)
  if (by.from) parts.push(sql`r.ended_at > ${by.from} and r.started_at > ${by.from}::timestamptz - interval '3 hours'`)
  if (by.at) {
    parts.push(sql`r.started_at <= ${by.at} and r.ended_at > ${by.at}
      and r.started_at > ${by.at}::timestamptz - interval '3 hours'`)
  }
  if (by.tagIds) {
    parts.push(sql`exists (select from camera_tag g where g.tenant_id = r.tenant_id and g.camera_id = r.camera_id
      and g.tag_id = any(${by.tagIds}::uuid[]))`)
  }
  return sql`and ${sql.join(parts, ' and ')}`
}
