/** Items of the hub's recordings for the service. */
import type { PeopleLook } from '@mimamori/contract/camera/camera-fields.ts'
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
      people: PeopleLook
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
      /** An archived recording needs it: it is uploaded whatever the site's policy is. */
      mustUpload?: boolean
    }
  | { kind: 'snapshot'; id: string; cameraId: string; runId: string; path: string; takenAtMs: number }
  | { kind: 'gap'; id: string; cameraId: string; startedAtMs: number; endedAtMs: number | null; cause: GapCause }
  /** Retained segments that had to be deleted without asking the service. */
  | { kind: 'gone'; id: string; cameraId: string; ids: string[] }
export type SegmentItem = Extract<RecordingItem, { kind: 'segment' }>
