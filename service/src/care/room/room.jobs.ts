/**
 * Sets rooms of silent hubs to unknown, and deletes changes that no timeline shows any more. Requirements ROOM-01,
 * ROOM-02.
 */

import { HUB_OFFLINE_AFTER_SECONDS } from '@mimamori/contract/fleet/heartbeat.ts'
import { HOUR_MS } from '@mimamori/contract/shared/duration.ts'
import type { Bus } from '#platform/messaging/bus.ts'
import type { Job } from '#platform/work/jobs.ts'
import { forgetChanges, silenceRooms } from './room.changes.ts'
import { roomEvent } from './room.intake.ts'

const SWEEP_MS = 5_000
/** Twice the length of a room's timeline. */
const ROOM_CHANGES_RETAINED_MS = 48 * HOUR_MS
const BATCH = 500

export function unknowRooms(bus: Pick<Bus, 'publish'>): Job {
  return {
    name: 'rooms.hub-silent',
    everyMs: SWEEP_MS,
    batchSize: BATCH,
    async batch(db, now, afterCommit) {
      const cutoff = new Date(now.getTime() - HUB_OFFLINE_AFTER_SECONDS * 1000)
      const silent = await silenceRooms(db, { cutoff, now, limit: BATCH })
      afterCommit(() => {
        for (const room of silent) bus.publish(room.tenantId, roomEvent(room))
      })
      return silent.length
    },
  }
}

export const forgetRooms: Job = {
  name: 'rooms.forget',
  everyMs: HOUR_MS,
  batchSize: BATCH,
  batch: (db, now) => forgetChanges(db, new Date(now.getTime() - ROOM_CHANGES_RETAINED_MS), BATCH),
}
