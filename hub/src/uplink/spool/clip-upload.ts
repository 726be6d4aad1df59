/** Uploads clip files one at a time, and reports a clip as ready only afterwards. */
import { HUB_BATCH_MAX } from '@mimamori/contract/fleet/hub.ts'
import { type Log, wordsOf } from '#platform/log.ts'
import { CargoError, type ServiceClient } from '../service-client.ts'
import { isLost, type UploadWork } from '../upload-loop.ts'
import type { Clip } from './clip-table.ts'
import type { Spool } from './spool.ts'

type ClipUploadOptions = { spool: Spool; client: Pick<ServiceClient, 'put'>; log: Log }

export function clipUpload({ spool, client, log }: ClipUploadOptions): UploadWork<Clip> {
  const put = (
    { cameraId }: Clip,
    { mediaId: id, path, byteLength }: Pick<Clip, 'mediaId' | 'path' | 'byteLength'>,
    signal: AbortSignal,
  ) => {
    const request = { params: { id }, query: { cameraId, contentType: 'video/mp4' as const } }
    return client.put('hub.putMedia', request, { path, byteLength }, signal)
  }
  /** False: the clip remains without it. */
  const putOriginal = async (clip: Clip, original: NonNullable<Clip['original']>, signal: AbortSignal) => {
    try {
      await put(clip, original, signal)
      return true
    } catch (error) {
      if (signal.aborted || !isLost(error)) throw error
      log('warn', 'What the camera sent of a clip is lost', { alertId: clip.alertId, reason: wordsOf(error) })
      return false
    }
  }
  return {
    // After an outage send alerts first: they are small and urgent.
    next: () => (spool.waiting < HUB_BATCH_MAX ? spool.nextClip() : null),
    upload: async (clip, signal) => {
      await put(clip, clip, signal)
      const hasOriginal = clip.original ? await putOriginal(clip, clip.original, signal) : false
      spool.clipUploaded(clip, hasOriginal)
    },
    lose: (clip, error) => {
      const detail = wordsOf(error)
      log('warn', 'A clip is lost', { alertId: clip.alertId, reason: detail })
      const isGone = error instanceof CargoError
      spool.clipLost(clip, isGone ? { code: 'file-gone', params: {} } : { code: 'not-uploaded', params: { detail } })
    },
  }
}
