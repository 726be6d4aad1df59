/** What the hub has of its recordings for the service, one by one. */
import type { PeopleLook } from '@mimamori/contract/camera/people-look.ts'
import type { GapCause } from '@mimamori/contract/footage/recording-intake.ts'

/** An item to upload or report to the service. Times in ms since the epoch. */
export type RecordingItem =
  | {
      kind: 'init'
      id: string
      cameraId: string
      path: string
      codec: string
      width: number
      height: number
      /** Left out by hubs of before. */
      people?: PeopleLook
    }
  | {
      kind: 'segment'
      id: string
      cameraId: string
      path: string
      runId: string
      startedAtMs: number
      durationMs: number
      byteLength: number
      /** An archived recording needs it: it is uploaded whatever the site's policy says. */
      mustUpload?: boolean
    }
  | { kind: 'still'; id: string; cameraId: string; runId: string; path: string; takenAtMs: number }
  | { kind: 'gap'; id: string; cameraId: string; startedAtMs: number; endedAtMs: number | null; cause: GapCause }
  /** Segments that stayed on this hub and had to go before anybody could be asked. */
  | { kind: 'gone'; id: string; cameraId: string; ids: string[] }
export type SegmentItem = Extract<RecordingItem, { kind: 'segment' }>
