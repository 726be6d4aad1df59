/**
 * The proof of alert paths: when each camera last passed, and what would prevent alerts tonight. Requirement PROOF-01.
 */
import type { coverageEndpoints, RoomCoverage } from '@mimamori/contract/alerting/coverage.ts'
import type { Context, Handlers } from '#platform/context.ts'
import { found } from '#platform/service-error.ts'
import { notePresence } from '#shared/alarm/alarm-device.ts'
import { desiredRows } from '#shared/desired.ts'
import { toDesired } from '#shared/desired-rules.ts'
import { type Duty, readRoster } from '#shared/duty.ts'
import { residentScope } from '#shared/resident-scope.ts'
import { type Audience, audiencesOf } from './coverage.audience.ts'
import {
  countPaths,
  type PathRow,
  provenInScope,
  type Reachable,
  readPaths,
  readReachable,
  readSitesWithShifts,
  saveReceipts,
} from './coverage.queries.ts'
import { GAP_MS, type PathFacts, problemsOf } from './coverage.rules.ts'

export const coverageRoutes: Handlers<typeof coverageEndpoints> = {
  async 'coverage.list'(context, { query }) {
    const { db, actor, now } = context
    const scope = residentScope(actor, query.unitIds)
    if (!scope) return { records: [], totalCount: 0, now: now.toISOString() }
    const rows = await readPaths(db, scope, { since: new Date(now.getTime() - GAP_MS), now })
    const schedules = await readSchedules(context, rows)
    const people = await readRecipients(context, rows)
    const records = rows.map((row) => toCoverage(row, schedules.get(row.cameraId) ?? [], people, now))
    return { records, totalCount: await countPaths(db, scope), now: now.toISOString() }
  },

  async 'coverage.receive'({ db, actor, now, asPlatform }, { body }) {
    const { cameraIds, ...present } = body
    const scope = found(residentScope(actor))
    const places = await provenInScope(db, scope, cameraIds)
    if (places.length === 0) found(undefined)
    await asPlatform('receipts of test incidents', async (platform) => {
      const { id } = await notePresence(platform, actor, now, present)
      await saveReceipts(platform, places, id, now)
    })
    return { received: places.length }
  },
}

/** Schedules of the detections that hubs are to run, by camera. */
async function readSchedules({ db }: Context, rows: readonly PathRow[]): Promise<Map<string, PathFacts['schedules']>> {
  const found = new Map<string, PathFacts['schedules']>()
  for (const [tenantId, cameras] of Map.groupBy(rows, (row) => row.tenantId)) {
    const cameraIds = cameras.map(({ cameraId }) => cameraId)
    for (const row of await desiredRows(db, { cameraIds }, tenantId)) {
      found.set(
        row.cameraId,
        toDesired(row).apps.map(({ schedule }) => schedule),
      )
    }
  }
  return found
}

type Recipients = {
  audiences: Map<string, Audience>
  reachable: Map<string, Reachable>
  sitesWithShifts: Set<string>
  /** The duties that run now or begin soon, by person. */
  duties: Map<string, readonly Duty[]>
}

function readRecipients({ asPlatform, mail, now }: Context, rows: readonly PathRow[]): Promise<Recipients> {
  return asPlatform('people that alerts would notify', async (db) => {
    const audiences = await audiencesOf(
      db,
      rows.map(({ cameraId }) => cameraId),
      mail.isSent,
      now,
    )
    const userIds = new Set([...audiences.values()].flatMap(({ people }) => people.map(({ id }) => id)))
    const reachable = new Map((await readReachable(db, [...userIds])).map((one) => [one.userId, one]))
    const sitesWithShifts = await readSitesWithShifts(db, [...new Set(rows.map(({ tenantId }) => tenantId))])
    const duties = new Map<string, readonly Duty[]>()
    for (const tenantId of sitesWithShifts)
      for (const person of (await readRoster(db, tenantId, now)).people) duties.set(person.id, person.duties)
    return { audiences, reachable, sitesWithShifts, duties }
  })
}

const NOBODY: Audience = { recipients: 0, people: [], isReachable: false, lastRound: 0 }

function toCoverage(
  row: PathRow,
  schedules: PathFacts['schedules'],
  { audiences, reachable, sitesWithShifts, duties }: Recipients,
  now: Date,
): RoomCoverage {
  const { tenantId, timezone, isOn, awaitsBed, measuresFalls, isContactFailing, ...more } = row
  const { status, reason, roomReason, isWorkerLost, heardAt, passedAt, ...shown } = more
  const { recipients, people, isReachable, lastRound } = audiences.get(row.cameraId) ?? NOBODY
  const known = people.flatMap(({ id, hasPush, hasRinger }) => {
    const one = reachable.get(id)
    return one ? [{ ...one, hasPush, hasRinger, duties: duties.get(id) ?? [] }] : []
  })
  const facts: PathFacts = {
    ...{ isOn, awaitsBed, measuresFalls, isContactFailing, status, roomReason, isWorkerLost, timezone, schedules },
    ...{ recipients, isReachable, lastRound, people: known },
    reasonCode: reason?.code ?? null,
    heardAt: heardAt === null ? null : new Date(heardAt),
    passedAt: passedAt === null ? null : new Date(passedAt),
    hasShifts: sitesWithShifts.has(tenantId),
  }
  return {
    ...shown,
    recipients,
    withPush: known.filter(({ hasPush }) => hasPush).length,
    withProvenDevice: known.filter(({ hasProvenDevice }) => hasProvenDevice).length,
    pushAcceptedAt: latest(known.map(({ acceptedAt }) => acceptedAt)),
    pushShownAt: latest(known.map(({ shownAt }) => shownAt)),
    problems: problemsOf(facts, now),
  }
}

function latest(times: readonly (string | null)[]): string | null {
  return times.reduce((newest, at) => (at !== null && (newest === null || at > newest) ? at : newest), null)
}
