/** The `scene:` camera: draws a demo room in real time and delivers it as a camera would, `scene:room-203?fps=10`. */
import { joinNals, NAL, nalType, splitNals } from '@mimamori/hub/mp4/annex-b.ts'
import type { PacketSource, VideoPacket } from '@mimamori/hub/pipeline/media/packet-source.ts'
import { CameraError } from '@mimamori/hub/platform/camera-error.ts'
import { type Clock, createClock, wait } from '@mimamori/hub/platform/clock.ts'
import { createScene, type Scene } from './scene.ts'
import { SceneEncoder } from './scene-encoder.ts'

/** What `scene:` addresses may say after the key; `fps` 1..25, `zone` an IANA name, `seed` a whole number. */
type Request = { key: string; fps: number; zone: string; seed: number }

const GOP_S = 2
/** Later than this, frames are left out instead of being sent late. */
const LATE_MS = 1_000
/**
 * While nobody moves, the room is drawn this often; frames between repeat the last one, which costs little to draw,
 * encode and decode. Shorter than the second after which the hub takes an equal frame for a frozen one.
 */
const REST_MS = 500
const QUANTIZER = 26

/** Opens a demo room as a camera. Throws a CameraError for an address that names no scene. */
export async function openScene(
  url: string,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<PacketSource> {
  const request = readAddress(url)
  const scene = await createScene(request.key, { seed: request.seed, zone: request.zone }).catch((error: unknown) => {
    throw openingError(error instanceof Error ? error.message : String(error))
  })
  const { width, height } = scene
  const { fps } = request
  const encoder = await SceneEncoder.open({ width, height, fps, gop: fps * GOP_S, quantizer: QUANTIZER })
  const show = new Show(scene, encoder, clock, signal, fps)
  const first = await show.next()
  if (!first) {
    await encoder.close()
    throw openingError('the scene was closed')
  }
  return {
    codec: 'h264',
    width,
    height,
    extradata: parameterSets(first.data),
    [Symbol.asyncIterator]: () => show.packetsAfter(first),
    close: () => encoder.close(),
  }
}

/** What the pipeline imports for the scheme `scene:`. */
export const openSource = (url: string, signal: AbortSignal): Promise<PacketSource> =>
  openScene(url, { clock: createClock(), signal })

const openingError = (detail: string) => new CameraError({ code: 'opening-failed', params: { detail } })

function readAddress(url: string): Request {
  const parsed = /^scene:(?:\/\/)?([a-z0-9-]+)(?:\?(.*))?$/i.exec(url)
  if (!parsed) throw openingError(`'${url}' is not a scene's address, such as scene:room-203`)
  const request = new URLSearchParams(parsed[2] ?? '')
  const number = (name: string, fallback: number) =>
    /^\d{1,9}$/.test(request.get(name) ?? '') ? Number(request.get(name)) : fallback
  const zone = request.get('zone') ?? 'Asia/Tokyo'
  if (!Intl.supportedValuesOf('timeZone').includes(zone) && zone !== 'UTC') {
    throw openingError(`'${zone}' is not a time zone`)
  }
  return {
    key: parsed[1]!.toLowerCase(),
    fps: Math.min(25, Math.max(1, number('fps', 10))),
    zone,
    seed: number('seed', 1),
  }
}

/** Draws and encodes one frame after the other, each at its time; frame n is due n periods after the first. */
class Show {
  readonly #scene: Scene
  readonly #encoder: SceneEncoder
  readonly #clock: Clock
  readonly #signal: AbortSignal
  readonly #periodMs: number
  #startedMs: number
  #count = 0
  #drawn: { atMs: number; planes: Uint8Array } | null = null

  constructor(scene: Scene, encoder: SceneEncoder, clock: Clock, signal: AbortSignal, fps: number) {
    this.#scene = scene
    this.#encoder = encoder
    this.#clock = clock
    this.#signal = signal
    this.#periodMs = 1000 / fps
    this.#startedMs = clock.now()
  }

  /** The frame that is due now; null when aborted. */
  async next(): Promise<VideoPacket | null> {
    const dueMs = this.#startedMs + this.#count * this.#periodMs
    const lateMs = this.#clock.now() - dueMs
    if (lateMs < -1) await wait(this.#clock, -lateMs, this.#signal)
    // A clock that was set, or a machine that slept: go on from now.
    if (Math.abs(lateMs) > LATE_MS) this.#count += Math.round(lateMs / this.#periodMs)
    if (this.#signal.aborted) return null
    const ptsMs = this.#count * this.#periodMs
    this.#count++
    const packets = await this.#encoder.encode(this.#planesAt(this.#startedMs + ptsMs))
    const packet = packets[0]
    try {
      if (!packet?.data || this.#signal.aborted) return null
      return { data: Buffer.from(packet.data), isKey: packet.isKeyframe, ptsUs: Math.round(ptsMs * 1000) }
    } finally {
      for (const one of packets) one.free()
    }
  }

  #planesAt(atMs: number): Uint8Array {
    const sinceMs = this.#drawn ? atMs - this.#drawn.atMs : REST_MS
    const isResting = sinceMs >= 0 && sinceMs < REST_MS && this.#scene.plan.at(atMs).stillKey !== null
    if (!this.#drawn || !isResting) this.#drawn = { atMs, planes: this.#scene.drawFrame(atMs).planes }
    return this.#drawn.planes
  }

  async *packetsAfter(first: VideoPacket): AsyncGenerator<VideoPacket> {
    for (let packet: VideoPacket | null = first; packet; packet = await this.next()) yield packet
  }
}

function parameterSets(data: Buffer): Buffer {
  const sets = splitNals(data).filter((nal) => nalType(nal) === NAL.sps || nalType(nal) === NAL.pps)
  return joinNals(sets)
}
