/** Opens what a camera's address names. */
import { type AccessUnit, AccessUnits } from '#mp4/access-units.ts'
import { FieldPairs } from '#mp4/field-pairs.ts'
import { hevcSize } from '#mp4/hevc-sps.ts'
import { trackFrom } from '#mp4/mp4-box.ts'
import { asCameraError, type CameraError } from '#platform/camera-error.ts'
import { allowedAddress, type NetworkRules } from '#platform/networks.ts'
import { type Credentials, cameraUrl, isHttp, loginOf, type NetworkCamera } from '#rtsp/camera-address.ts'
import { CameraHabits } from '#rtsp/camera-habits.ts'
import { JpegFrames } from '#rtsp/jpeg-frames.ts'
import { RtspSession, type RtspSink } from '#rtsp/rtsp-session.ts'
import type { DescribedVideo } from '#rtsp/sdp.ts'
import type { PacketSource, SentCodec } from '../media/packet-source.ts'
import { openHttp } from './http-source.ts'
import { remade } from './remade-source.ts'
import { WaitingFrames } from './waiting-frames.ts'

/** Maximum number of connections for one opening: each but the last one learned something. */
const CONNECTIONS_MAX = 4

/** `openSent`, in a coding that browsers and recordings take. */
export async function openCamera(...of: Parameters<typeof openSent>): Promise<PacketSource> {
  return remade(await openSent(...of), 0)
}

/**
 * A camera over RTSP or HTTP at an address that `networks` allow: its name is resolved once, here. Throws a CameraError.
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
    const url = cameraUrl(streamUrl)
    const address = await allowedAddress(url.hostname, networks)
    const camera = { url, address, login: loginOf(url, login), firstAnswerMs }
    if (isHttp(url)) return await openHttp(camera, habits, signal)
    for (let count = 1; ; count++) {
      signal.throwIfAborted()
      const stream = new RtspStream(camera, habits, signal)
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

/** Frames of one connection over RTSP. */
class RtspStream {
  readonly #session: RtspSession
  readonly #signal: AbortSignal
  #video: DescribedVideo | null = null
  #units: AccessUnits | JpegFrames | null = null
  #fields: FieldPairs | null = null
  readonly #frames: WaitingFrames

  constructor(camera: NetworkCamera, habits: CameraHabits, signal: AbortSignal) {
    this.#signal = signal
    this.#frames = new WaitingFrames(signal, (isPaused) => this.#session.pause(isPaused))
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
      [Symbol.asyncIterator]: () => this.#frames.taken(),
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
      this.#session.hasImage()
      this.#frames.put({ data, isKey, ptsUs: stamp * usPerTick, reportedPace: this.#session.reportedPace })
    }
    const { codec, payloadType, size, extradata } = video
    if (codec === 'h264') this.#fields = new FieldPairs(extradata, onUnit)
    this.#units =
      codec === 'mjpeg'
        ? new JpegFrames(payloadType, onUnit, size)
        : new AccessUnits(codec, payloadType, this.#fields?.take ?? onUnit)
  }

  #end(error: CameraError | null): void {
    this.#units?.finish()
    this.#fields?.finish()
    this.#frames.end(error)
  }
}
