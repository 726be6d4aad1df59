/** Stores blocks of the feature log from hubs, and recomputes the affected minutes. METRIC-02, HUB-04. */

import type { measurementEndpoints } from '@mimamori/contract/insight/measurement.ts'
import { BLOCK_BYTES_MAX, type MeasuredBlock } from '@mimamori/contract/insight/measurement-block.ts'
import { DAY_MS, HOUR_MS } from '@mimamori/contract/shared/duration.ts'
import type { HandlerOf } from '#platform/context.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { fail, found } from '#platform/service-error.ts'
import { emptyMinutes, type MeasuredHour, minuteOf, readMeasuredHours, setMinute } from '#shared/measured.ts'
import { insertBlock, lockOwnCamera, readBlocks, saveHours } from './measurement.queries.ts'
import { minuteFrom, openBlock, secondsOf } from './measurement.rules.ts'

const MINUTE_SECONDS = 60
/** A clock that differs by more than this is not usable. */
const AHEAD_MAX_MS = HOUR_MS
const BEHIND_MAX_MS = 400 * DAY_MS

export const putBlock: HandlerOf<(typeof measurementEndpoints)['measurement.putBlock']> = async (
  { hub, now, asTenant },
  { params, query },
  stream,
) => {
  const body = await bytesOf(stream)
  const block = openBlock(body)
  if (!block) throw fail('invalid-request')
  const startsAt = new Date(block.rows[0]!.second * 1000)
  const endsAt = new Date((block.rows.at(-1)!.second + 1) * 1000)
  if (endsAt.getTime() > now.getTime() + AHEAD_MAX_MS || startsAt.getTime() < now.getTime() - BEHIND_MAX_MS) {
    throw fail('invalid-request')
  }
  const cameraId = query.cameraId.toLowerCase()
  const row = { id: params.id.toLowerCase(), cameraId, startsAt, endsAt, body }
  await asTenant(async (db) => {
    const { days } = found(await lockOwnCamera(db, hub, cameraId))
    const forgottenUntil = new Date(now.getTime() - days * DAY_MS)
    if (await insertBlock(db, row)) await rollUp(db, cameraId, block, forgottenUntil)
  })
  return {}
}

/**
 * Recomputes every affected minute from all its blocks, so that order and repeats do not matter. Minutes computed from
 * deleted blocks stay: a block of that age only fills empty minutes.
 */
async function rollUp(db: TenantDb, cameraId: string, { rows }: MeasuredBlock, forgottenUntil: Date): Promise<void> {
  const firstMinute = Math.floor(rows[0]!.second / MINUTE_SECONDS)
  const lastMinute = Math.floor(rows.at(-1)!.second / MINUTE_SECONDS)
  const from = new Date(firstMinute * MINUTE_SECONDS * 1000)
  const to = new Date((lastMinute + 1) * MINUTE_SECONDS * 1000)
  const bodies = await readBlocks(db, { tenantId: db.tenantId, cameraId, from, to })
  const seconds = secondsOf(bodies.flatMap((body) => openBlock(body) ?? []))
  const known = await readMeasuredHours(db, { tenantIds: [db.tenantId], cameraIds: [cameraId], from, to })
  const hours = new Map<number, Pick<MeasuredHour, 'cameraId' | 'startsAtMs' | 'minutes'>>()
  for (let minute = firstMinute; minute <= lastMinute; minute++) {
    const atMs = minute * MINUTE_SECONDS * 1000
    const startsAtMs = atMs - (atMs % HOUR_MS)
    const hour = hours.get(startsAtMs) ??
      known.find((one) => one.startsAtMs === startsAtMs) ?? { cameraId, startsAtMs, minutes: emptyMinutes() }
    hours.set(startsAtMs, hour)
    const isForgotten = atMs <= forgottenUntil.getTime() && minuteOf(hour, minute % 60).secondsObserved > 0
    if (!isForgotten) setMinute(hour, minute % 60, minuteFrom(seconds, minute * MINUTE_SECONDS))
  }
  await saveHours(db, [...hours.values()])
}

async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of stream) {
    length += part.length
    if (length > BLOCK_BYTES_MAX) throw fail('too-large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
