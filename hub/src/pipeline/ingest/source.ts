/** Opens what a camera's address names. */
import { type AccessUnit, AccessUnits } from '#mp4/access-units.ts'
import { hevcSize } from '#mp4/hevc-sps.ts'
import { trackFrom } from '#mp4/mp4-box.ts'
import { asCameraError, type CameraError } from '#platform/camera-error.ts'
import { allowedAddress, type NetworkRules } from '#platform/networks.ts'
import { CameraHabits } from '#rtsp/camera-habits.ts'
import { JpegFrames } from '#rtsp/jpeg-frames.ts'
import { type Credentials, loginOf, type RtspCamera, rtspUrl } from '#rtsp/rtsp.ts'
import { RtspSession, type RtspSink } from '#rtsp/rtsp-session.ts'
import type { DescribedVideo } from '#rtsp/sdp.ts'
import type { PacketSource, SentCodec, VideoPacket } from '../media/packet-source.ts'
import { remade } from './remade-source.ts'

/** Frames that may wait to be taken; then the camera waits. */
const WAITING_MAX = 64

/** Maximum number of connections for one opening: each but the last one learned something. */
const CONNECTIONS_MAX = 4

/** `openSent`, in a coding that browsers and recordings take. */
export async function openRtsp(...of: Parameters<typeof openSent>): Promise<PacketSource> {
  return remade(await openSent(...of), 0)
}

/**
 * A camera over RTSP at an address that `networks` allow: its name is resolved once, here. Throws a CameraError.
 * `firstAnswerMs`: how long the camera may take for its first words; `signal` ends an opening that hangs. `habits`: what
 * earlier connections learned; it is added to.
 */
export async function openSent(
  streamUrl: string,
  login: Credentials,
  networks: NetworkRules,
  signal: AbortSignal,
  firstAnswerMs?: number,
  habits = new CameraHabits(),
): Promise<PacketSource<SentCodec>> {
  try {
    const url = rtspUrl(streamUrl)
    const address = await allowedAddress(url.hostname, networks)
    for (let count = 1; ; count++) {
      signal.throwIfAborted()
      const stream = new RtspStream({ url, address, login: loginOf(url, login), firstAnswerMs }, habits, signal)
      try {
        return await stream.open()
      } catch (error) {
        await stream.close()
        if (signal.aborted || count === CONNECTIONS_MAX || !stream.isWorthRepeating) throw error
      }
    }
  } catch (error) {
    if (signal.aborted) throw error
    throw asCameraError(error, 'opening-failed')
  }
}

/** Frames of one connection, in a row that somebody takes them from. */
class RtspStream {
  readonly #session: RtspSession
  readonly #signal: AbortSignal
  #video: DescribedVideo | null = null
  #units: AccessUnits | JpegFrames | null = null
  #waiting: VideoPacket[] = []
  #wake: (() => void) | null = null
  #isOver = false
  #error: CameraError | null = null

  constructor(camera: RtspCamera, habits: CameraHabits, signal: AbortSignal) {
    this.#signal = signal
    const sink: RtspSink = {
      onVideo: (video) => this.#begin(video),
      onPacket: (bytes, from, to) => this.#units?.take(bytes, from, to),
      onEnd: (error) => this.#end(error),
    }
    this.#session = new RtspSession(camera, sink, habits)
    signal.addEventListener('abort', this.#abort, { once: true })
  }

  get isWorthRepeating(): boolean {
    return this.#session.isWorthRepeating
  }

  async open(): Promise<PacketSource<SentCodec>> {
    await this.#session.play()
    const { codec, extradata } = this.#video!
    const size = codec === 'h264' ? trackFrom(extradata) : codec === 'hevc' ? hevcSize(extradata) : null
    const { width, height, pixel } = size ?? { width: 0, height: 0, pixel: undefined }
    return {
      codec,
      width,
      height,
      pixel,
      extradata,
      senderTime: () => this.#session.senderTime,
      [Symbol.asyncIterator]: () => this.#packets(),
      close: () => this.close(),
    }
  }

  async close(): Promise<void> {
    this.#signal.removeEventListener('abort', this.#abort)
    await this.#session.close()
  }

  #abort = (): void => {
    void this.#session.close()
  }

  #begin(video: DescribedVideo): void {
    this.#video = video
    const usPerTick = 1e6 / video.clockRate
    const onUnit = ({ data, isKey, stamp }: AccessUnit) => {
      this.#session.hasPicture()
      this.#waiting.push({ data, isKey, ptsUs: stamp * usPerTick, reportedPace: this.#session.reportedPace })
      if (this.#waiting.length === WAITING_MAX) this.#session.pause(true)
      this.#wake?.()
    }
    const { codec, payloadType } = video
    this.#units = codec === 'mjpeg' ? new JpegFrames(payloadType, onUnit) : new AccessUnits(codec, payloadType, onUnit)
  }

  #end(error: CameraError | null): void {
    this.#units?.finish()
    this.#isOver = true
    this.#error = error
    this.#wake?.()
  }

  async *#packets(): AsyncGenerator<VideoPacket> {
    while (!this.#signal.aborted) {
      const [...packets] = this.#waiting
      this.#waiting = []
      if (packets.length >= WAITING_MAX) this.#session.pause(false)
      for (const packet of packets) {
        if (this.#signal.aborted) return
        yield packet
      }
      if (packets.length > 0) continue
      if (this.#isOver) break
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    if (this.#error && !this.#signal.aborted) throw this.#error
  }
}
