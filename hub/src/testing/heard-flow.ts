/** One camera's flow, with all that it tells within reach of a test. */
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { CameraFlow } from '#pipeline/ingest/camera-flow.ts'
import type { CaptureClock } from '#pipeline/media/timeline.ts'
import type {
  ClipFailedMessage,
  ClipMessage,
  FrameMessage,
  IncidentMessage,
  LiveInitMessage,
  LiveMessage,
  RecordingMessage,
} from '#pipeline/worker-message.ts'
import { Heard, sorted } from './heard.ts'

type Surroundings = { spoolDir: string; captureClock: CaptureClock; now?: () => number }

export function heardFlow(camera: DesiredCamera, { spoolDir, captureClock, now = Date.now }: Surroundings) {
  const heard = {
    incidents: new Heard<IncidentMessage>(),
    clips: new Heard<ClipMessage>(),
    failed: new Heard<ClipFailedMessage>(),
    recordings: new Heard<RecordingMessage>(),
    frames: new Heard<FrameMessage>(),
    inits: new Heard<LiveInitMessage>(),
    live: new Heard<LiveMessage>(),
    errors: new Heard<string>(),
  }
  const flow = new CameraFlow(camera, {
    spoolDir,
    now,
    captureClock,
    emit: sorted({
      incident: heard.incidents.put,
      clip: heard.clips.put,
      'clip-failed': heard.failed.put,
      ...{ run: heard.recordings.put, segment: heard.recordings.put, pause: heard.recordings.put },
      frame: heard.frames.put,
      warning: ({ message }) => heard.errors.put(message),
    }),
    live: {
      onLiveInit: heard.inits.put,
      onLive: (image) => {
        heard.live.put(image)
        return true
      },
    },
  })
  return { flow, heard }
}
