/** Why a camera is not online, or what should be set better. CAM-15. */
import { z } from 'zod'
import { fact, factText, laterFact, otherFact } from '../shared/fact.ts'
import { VIEW_ERRORS } from './camera-lists.ts'
import { CERTIFICATE_ERRORS, DETAIL_ERRORS, HOST_ERRORS, MAKER_ERRORS, STREAM_ERRORS } from './stream-errors.ts'

/** `host`: with its port. `detail`: words of a library or of the system. The path of the stream is never in it. */
export const statusReason = z.discriminatedUnion('code', [
  fact(
    [
      /** The service's own: the hub is silent. */
      'hub-silent',
      /** Set by the service: the hub reports no error, but no frame arrived for longer than allowed. */
      'camera-silent',
      'connecting',
      'disabled',
      'stopped',
      'worker-lost',
      ...STREAM_ERRORS,
      /** The light or the whole frame changed a moment ago. */
      'learning-view',
      ...VIEW_ERRORS,
      /** A person is turning the camera; it did not return to its home view. REAL-09 */
      'looks-elsewhere',
      'home-failed',
      /** The events of its digital input have not arrived for two minutes. REACH-63 */
      'input-lost',
      'format-unsteady',
      'clock-jumps',
      /** Its time stamps run slower or faster than its frames arrive. */
      'stamps-wrong',
      'images-broken',
      'key-frames-rare',
      /** The sub stream sends no frames: detection uses the main stream. */
      'sub-stream-lost',
      /** The main stream sends no frames: detection continues with the sub stream, and nothing is recorded. */
      'main-stream-lost',
      /** The service's own, for roles that are not shown the address: the settings have to be changed, or no video arrives. */
      'settings-wrong',
      'not-received',
      'pose-missing',
      'pose-late',
      /** Overload of the hub: it leaves out frames of this camera. */
      'hub-slow',
      /** Recordings of this camera stop or have gaps because of the hub's disk. */
      'disk-full',
      'disk-slow',
      'disk-failed',
      /** The process of this camera needed too much memory, and starts again. */
      'memory-short',
      /** The hub's machine was in standby, or paused as a virtual machine. */
      'hub-slept',
    ],
    {},
  ),
  fact([...HOST_ERRORS, ...MAKER_ERRORS], { host: factText }),
  /** `fingerprint`: SHA-256 of the certificate that the camera shows, in hex. */
  fact(CERTIFICATE_ERRORS, { host: factText, fingerprint: factText }),
  /** The camera's clock differs from the hub's; it continues to work. */
  fact(['clock-ahead', 'clock-behind'], { seconds: factText }),
  /** The clock of the hub's machine differs from the service's, by which all times are given. */
  fact(['hub-clock'], { seconds: factText }),
  /** By whole or half hours: its time zone or summer time is wrong. */
  fact(['clock-hours'], { hours: factText }),
  /** Its clock was never set; `year`: what it shows. */
  fact(['clock-unset'], { year: factText }),
  fact(['unreachable'], { host: factText, detail: factText }),
  fact(DETAIL_ERRORS, { detail: factText }),
  otherFact,
])
export type StatusReason = z.infer<typeof statusReason>
export type StatusReasonCode = StatusReason['code']
/** Codes whose text has no parameters. */
export type PlainReasonCode = Extract<StatusReason, { params: Record<string, never> }>['code']

/** Why a stream cannot be read; the other reasons are states of a camera. */
export type StreamError =
  | { code: (typeof STREAM_ERRORS)[number]; params: Record<string, never> }
  | Extract<StatusReason, { params: { host: string } | { detail: string } }>

/** As a hub sends it: a newer one may know more codes. */
export const sentStatusReason = z.union([statusReason, laterFact])

export const HUB_SILENT = { code: 'hub-silent', params: {} } as const satisfies StatusReason
export const CAMERA_SILENT = { code: 'camera-silent', params: {} } as const satisfies StatusReason
