/** Why a camera is not online, or what should be set better. CAM-15. */
import { z } from 'zod'
import { fact, factText, laterFact, otherFact } from '../shared/fact.ts'
import { VIEW_ERRORS } from './view-lists.ts'

/** `host`: with its port. `path`: of the stream. `detail`: words of a library or of the system. */
export const statusReason = z.discriminatedUnion('code', [
  fact(
    [
      /** The service's own: the hub is silent. */
      'hub-silent',
      /** The service's own: the hub names no error, but no picture came for longer than allowed. */
      'camera-silent',
      'connecting',
      'disabled',
      'stopped',
      'worker-lost',
      'bad-address',
      'scene-not-demo',
      'not-begun',
      'no-video',
      'no-frames',
      'no-key-frames',
      'not-decodable',
      'picture-too-large',
      'too-many-pictures',
      'ended',
      /** The light or the whole picture changed a moment ago. */
      'learning-view',
      ...VIEW_ERRORS,
      /** A person looks around with a camera that turns; it did not return to its home view. REAL-09 */
      'looks-elsewhere',
      'home-failed',
      /** Hubs of before did not record H.265. */
      'no-recording-h265',
      'format-unsteady',
      'clock-jumps',
      'pictures-broken',
      'key-frames-rare',
      /** The small stream gives no pictures: detection uses the big one. */
      'sub-stream-lost',
      /** The small stream shows another shape than the big one: it is not used. */
      'sub-stream-shape',
      /** The big stream gives no pictures: detection goes on with the small one, and nothing is recorded. */
      'main-stream-lost',
      'pose-missing',
      'pose-late',
    ],
    {},
  ),
  fact(
    [
      'host-unknown',
      'network-not-allowed',
      'refused',
      'timeout',
      'closed-early',
      'not-rtsp',
      'too-long',
      'redirected',
      'login-missing',
      'login-wrong',
      /** The camera takes the password readable or not at all. */
      'login-basic',
      'opening-ended',
    ],
    { host: factText },
  ),
  fact(['not-found'], { host: factText, path: factText }),
  /** `fingerprint`: SHA-256 of the certificate that the camera shows, in hex. */
  fact(['certificate-unknown', 'certificate-changed'], { host: factText, fingerprint: factText }),
  /** The camera's own clock, beside the hub's; it goes on. */
  fact(['clock-ahead', 'clock-behind'], { seconds: factText }),
  fact(['unreachable'], { host: factText, detail: factText }),
  fact(['opening-failed', 'failed'], { detail: factText }),
  otherFact,
])
export type StatusReason = z.infer<typeof statusReason>
export type StatusReasonCode = StatusReason['code']
/** Codes whose sentence names nothing. */
export type PlainReasonCode = Extract<StatusReason, { params: Record<string, never> }>['code']

/** As a hub sends it. Hubs of before send an English sentence; the service alone reads it. */
export const sentStatusReason = z.union([statusReason, laterFact, factText])

export const HUB_SILENT = { code: 'hub-silent', params: {} } as const satisfies StatusReason
export const CAMERA_SILENT = { code: 'camera-silent', params: {} } as const satisfies StatusReason
