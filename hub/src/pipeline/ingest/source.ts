/** Opens what a camera's address names. */
import { AccessUnits } from '#mp4/access-units.ts'
import { hevcSize } from '#mp4/hevc-sps.ts'
import { trackFrom } from '#mp4/mp4-box.ts'
import { asCameraError, type CameraError } from '#platform/camera-error.ts'
import { allowedAddress, type NetworkRules } from '#platform/networks.ts'
import { type Credentials, loginOf, rtspUrl } from '#rtsp/rtsp.ts'
import { RtspSession } from '#rtsp/rtsp-session.ts'
import type { DescribedVideo } from '#rtsp/sdp.ts'
import type { PacketSource, VideoPacket } from '../media/packet-source.ts'

/** Pictures that may wait to be taken; then the camera waits. */
const WAITING_MAX = 64

/**
 * A camera over RTSP, always over TCP, at an address that `networks` allow: its name is resolved once, here. Throws a
 * CameraError. `firstAnswerMs`: how long the camera may take for its first words; `signal` ends an opening that hangs.
 */
export async function openRtsp(
  streamUrl: string,
  login: Credentials,
  networks: NetworkRules,
  signal: AbortSignal,
  firstAnswerMs?: number,
): Promise<PacketSource> {
  let stream: RtspStream | null = null
  try {
    const url = rtspUrl(streamUrl)
    const address = await allowedAddress(url.hostname, networks)
    signal.throwIfAborted()
    stream = new RtspStream({ url, address, login: loginOf(url, login), firstAnswerMs }, signal)
    return await stream.open()
  } catch (error) {
    await stream?.close()
    if (signal.aborted) throw error
    throw asCameraError(error, 'opening-failed')
  }
}

/** Pictures of one connection, in a row that somebody takes them from. */
class RtspStream {
  readonly #session: RtspSession
  readonly #signal: AbortSignal
  #video: DescribedVideo | null = null
  #units: AccessUnits | null = null
  #waiting: VideoPacket[] = []
  #wake: (() => void) | null = null
  #isOver = false
  #error: CameraError | null = null

  constructor(camera: ConstructorParameters<typeof RtspSession>[0], signal: AbortSignal) {
    this.#signal = signal
    this.#session = new RtspSession(camera, {
      onVideo: (video) => this.#begin(video),
      onPacket: (bytes, from, to) => this.#units?.take(bytes, from, to),
      onEnd: (error) => this.#end(error),
    })
    signal.addEventListener('abort', this.#abort, { once: true })
  }

  async open(): Promise<PacketSource> {
    await this.#session.play()
    const { codec, extradata } = this.#video!
    const size = codec === 'h264' ? trackFrom(extradata) : hevcSize(extradata)
    const { width, height } = size ?? { width: 0, height: 0 }
    return {
      codec,
      width,
      height,
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
    this.#units = new AccessUnits(video.codec, video.payloadType, ({ data, isKey, stamp }) => {
      this.#session.hasPicture()
      this.#waiting.push({ data, isKey, ptsUs: stamp * usPerTick, reportedPace: this.#session.reportedPace })
      if (this.#waiting.length === WAITING_MAX) this.#session.pause(true)
      this.#wake?.()
    })
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
