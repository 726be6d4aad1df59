/**
 * Uploads recordings in chronological order, after alerts and clips, at a limited rate; or, by the site's policy,
 * only their rows.
 */
import { rmSync } from 'node:fs'
import { HUB_BATCH_MAX } from '@mimamori/contract/fleet/hub.ts'
import type { RecordingPlace } from '@mimamori/contract/footage/recording-on-hub.ts'
import { type Clock, uuidV7, wait } from '#platform/clock.ts'
import { type Log, wordsOf } from '#platform/log.ts'
import type { ServiceClient } from '../service-client.ts'
import type { RecordingItem, SegmentItem } from '../spool/recording-item.ts'
import type { Spool } from '../spool/spool.ts'
import type { UploadWork } from '../upload-loop.ts'
import type { RecordingKeeper } from './recording-keeper.ts'
import type { RecordingStore } from './recording-store.ts'

export type RecordingUploadOptions = {
  store: RecordingStore
  spool: Pick<Spool, 'waiting' | 'nextClip'>
  client: Pick<ServiceClient, 'put' | 'call'>
  clock: Clock
  log: Log
  /** Where the site's policy stores recordings now. */
  place: () => RecordingPlace
  keeper: Pick<RecordingKeeper, 'isDue' | 'step'>
}

/** Maximum rate, so that the site's connection stays usable while hours of recordings are uploaded. */
const BYTES_PER_SECOND_MAX = 16 * 1024 * 1024
/** Interval of checks while alerts or clips wait. */
const YIELD_MS = 1_000

export function recordingUpload(options: RecordingUploadOptions): UploadWork<RecordingItem> {
  const { store, log, place } = options
  const stays = (item: RecordingItem) => item.kind === 'segment' && !item.mustUpload && place() === 'hub'
  return {
    before: (signal) => doFirst(options, signal),
    next: () => store.next(),
    upload: async (item, signal) => {
      if (item.kind === 'segment' && stays(item)) return keep(options, item, signal)
      await send(options, item, signal)
      drop(store, item)
    },
    lose: (item, error) => {
      const { kind, cameraId } = item
      log('warn', 'A segment of a recording is lost', { kind, cameraId, reason: wordsOf(error) })
      drop(store, item)
    },
    everyMs: (item) => (item.kind === 'segment' && !stays(item) ? (item.byteLength / BYTES_PER_SECOND_MAX) * 1_000 : 0),
  }
}

/** Waits while alerts or clips wait; true: something else took this turn. */
async function doFirst({ spool, clock, keeper }: RecordingUploadOptions, signal: AbortSignal): Promise<boolean> {
  if (spool.waiting >= HUB_BATCH_MAX || spool.nextClip()) {
    await wait(clock, YIELD_MS, signal)
    return true
  }
  if (!keeper.isDue) return false
  await keeper.step(signal)
  return true
}

/** The header stays until the last of its segments is deleted: after a restart it is sent again with them. */
function drop(store: RecordingStore, item: RecordingItem): void {
  if (item.kind === 'segment' || item.kind === 'snapshot') rmSync(item.path, { force: true })
  store.drop(item)
}

/** Reports a retained segment. If the hub stops before it noted that, the segment still waits and is reported again. */
async function keep(
  { store, client, clock }: RecordingUploadOptions,
  item: SegmentItem,
  signal: AbortSignal,
): Promise<void> {
  const { id, cameraId, runId: initId, startedAtMs, durationMs, byteLength: bytes } = item
  const body = { cameraId, initId, startedAt: iso(startedAtMs), durationMs, bytes }
  const { isStored } = await client.call('recording.putRetained', { params: { id }, body }, signal)
  if (isStored) drop(store, item)
  else if (!store.retained.take(item)) {
    store.add({ kind: 'gone', id: uuidV7(clock.now()), cameraId, ids: [id] })
  }
}

async function send({ client }: RecordingUploadOptions, item: RecordingItem, signal: AbortSignal): Promise<void> {
  const { id, cameraId } = item
  const params = { id }
  if (item.kind === 'gap') {
    const { cause, startedAtMs, endedAtMs } = item
    const endedAt = endedAtMs === null ? null : iso(endedAtMs)
    const body = { cameraId, cause, startedAt: iso(startedAtMs), endedAt }
    await client.call('recording.putGap', { params, body }, signal)
  } else if (item.kind === 'gone') {
    await client.call('recording.dropRetained', { body: { ids: item.ids, isGone: true } }, signal)
  } else if (item.kind === 'init') {
    const { codec, width, height, people } = item
    await client.put('recording.putInit', { params, query: { cameraId, codec, width, height, people } }, item, signal)
  } else if (item.kind === 'snapshot') {
    const query = { cameraId, initId: item.runId, takenAt: iso(item.takenAtMs) }
    await client.put('recording.putSnapshot', { params, query }, item, signal)
  } else {
    const { runId: initId, durationMs } = item
    const query = { cameraId, initId, startedAt: iso(item.startedAtMs), durationMs }
    await client.put('recording.putSegment', { params, query }, item, signal)
  }
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
