/** What media workers find, handed on to whoever wants to hear it. */
import type { SecondsMessage } from '../analysis/second-log.ts'
import type {
  CameraStatus,
  ClipFailedMessage,
  ClipMessage,
  FrameMessage,
  FromWorker,
  HeartbeatMessage,
  IncidentMessage,
  LiveInitMessage,
  LiveMessage,
  LiveNews,
  RecordingMessage,
} from './worker-message.ts'

export type NewsSink = {
  onStatus: (status: CameraStatus) => void
  onIncident: (incident: IncidentMessage) => void
  onClip: (clip: ClipMessage) => void
  onClipFailed: (failed: ClipFailedMessage) => void
  onRecording: (message: RecordingMessage) => void
  onFrame: (frame: FrameMessage) => void
  onSeconds?: (seconds: SecondsMessage) => void
  onLiveInit: (init: LiveInitMessage) => void
  onLive: (fragment: LiveMessage) => void
  onHeartbeat?: (heartbeat: HeartbeatMessage) => void
  log: (level: 'info' | 'warn' | 'error', message: string, facts?: Record<string, string | number>) => void
}

/** The state and the picture of a camera, which interest only while it is there. */
type PictureNews = Extract<FromWorker, { type: 'status' | 'frame' }>
/** What is kept whatever becomes of the camera. */
type LastingNews = Exclude<FromWorker, PictureNews | { type: 'live' | 'tryout' | 'look' | 'stuck' | 'stopped' }>

export function tellLasting(message: LastingNews, sink: NewsSink): void {
  switch (message.type) {
    case 'incident':
      sink.onIncident(without(message))
      break
    case 'clip':
      sink.onClip(without(message))
      break
    case 'clip-failed':
      sink.onClipFailed(without(message))
      break
    case 'stretch':
    case 'piece':
    case 'pause':
      sink.onRecording(message)
      break
    case 'seconds':
      sink.onSeconds?.(without(message))
      break
    case 'heartbeat':
      sink.onHeartbeat?.(without(message))
      break
    case 'fault':
      sink.log('warn', message.message, { cameraId: message.cameraId })
      break
  }
}

export function tellPicture(message: PictureNews, sink: NewsSink): void {
  if (message.type === 'status') sink.onStatus(without(message))
  else sink.onFrame(without(message))
}

export function tellLive(news: LiveNews, sink: NewsSink): void {
  if (news.type === 'init') sink.onLiveInit(without(news))
  else sink.onLive(without(news))
}

function without<M extends { type: string }>({ type: _, ...rest }: M): Omit<M, 'type'> {
  return rest
}
