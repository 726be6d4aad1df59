/** MJPEG over HTTP as a source: its frames have no stamps, so they were taken when they came. REAL-09 */
import type { NetworkCamera } from '#rtsp/camera-address.ts'
import type { CameraHabits } from '#rtsp/camera-habits.ts'
import { HttpSession } from '#rtsp/http/http-session.ts'
import type { PacketSource } from '../media/packet-source.ts'
import { WaitingFrames } from './waiting-frames.ts'

/** Throws a CameraError. `signal` ends the stream. */
export async function openHttp(
  camera: NetworkCamera,
  habits: CameraHabits,
  signal: AbortSignal,
): Promise<PacketSource<'mjpeg'>> {
  const frames = new WaitingFrames(signal, (isPaused) => session.pause(isPaused))
  const session = new HttpSession(
    camera,
    {
      onFrame: ({ data, startedAtMs }) => frames.put({ data, isKey: true, ptsUs: Math.round(startedAtMs * 1000) }),
      onEnd: (error) => frames.end(error),
    },
    habits,
  )
  const close = async () => {
    signal.removeEventListener('abort', close)
    session.close()
  }
  signal.addEventListener('abort', close, { once: true })
  await session.play().catch(async (error: unknown) => {
    await close()
    throw error
  })
  return {
    codec: 'mjpeg',
    // Each frame says its own.
    ...{ width: 0, height: 0, extradata: Buffer.alloc(0) },
    [Symbol.asyncIterator]: () => frames.taken(),
    close,
  }
}
