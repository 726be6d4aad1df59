/** What the pose model answers about frames of one film: stored, or asked of the model when a changed rule looks elsewhere. REAL-01. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { InferenceClient } from '@mimamori/hub/pipeline/analysis/inference-client.ts'
import { ModelEye } from '@mimamori/hub/pipeline/analysis/model-eye.ts'
import { type Closer, withCloser } from '@mimamori/hub/pose/closer-look.ts'
import { hasNoColour } from '@mimamori/hub/vision/background/no-colour.ts'
import type { SeenBody } from '@mimamori/hub/vision/body/person.ts'
import { analyzedFrames } from './film-frames.ts'

const POSE_EYE = { sideMax: 256, step: 32 }
/** What `ModelEye` gives. */
type Seen = { atMs: number; bodies: readonly SeenBody[] }
type Answer = { bodies: SeenBody[]; isGray: boolean }
type Where = (seen: Seen, isGray: boolean) => Closer | null

export class FilmLooks {
  /** Answers that no file had. */
  asked = 0
  readonly #path: string
  readonly #file: string
  readonly #poser: () => Promise<InferenceClient>
  readonly #known: Map<string, Answer>
  #frames: ReturnType<typeof analyzedFrames> | null = null

  /** `poser`: opens the pose model, which takes seconds. */
  constructor(path: string, folder: string, poser: () => Promise<InferenceClient>) {
    this.#path = path
    this.#poser = poser
    this.#file = join(folder, `${basename(path, '.mp4')}.looks.json`)
    this.#known = new Map(existsSync(this.#file) ? JSON.parse(readFileSync(this.#file, 'utf8')) : [])
  }

  /** The answer about the frame at `atMs`; each later than the one before. */
  async answer(atMs: number, where: Where): Promise<Seen> {
    const whole = this.#known.get(String(atMs))
    if (!whole) return await this.#ask(atMs, where)
    const look = where({ atMs, bodies: whole.bodies }, whole.isGray)
    if (!look) return { atMs, bodies: whole.bodies }
    const near = this.#known.get(keyOf(atMs, look))
    if (near) return { atMs, bodies: withCloser(whole.bodies, near.bodies, look) }
    return await this.#ask(atMs, () => look)
  }

  /** Stores what was asked. */
  async close(): Promise<void> {
    await this.#frames?.return(undefined)
    if (this.asked === 0) return
    const half = `${this.#file}.${process.pid}`
    writeFileSync(half, JSON.stringify([...this.#known]))
    renameSync(half, this.#file)
  }

  async #ask(atMs: number, where: Where): Promise<Seen> {
    const poser = await this.#poser()
    this.asked++
    this.#frames ??= analyzedFrames(this.#path)
    let at = await this.#frames.next()
    while (!at.done && at.value.atMs < atMs) at = await this.#frames.next()
    if (at.done || at.value.atMs !== atMs) throw new Error(`${this.#path} has no frame at ${atMs} ms`)
    let key = String(atMs)
    let isGray = false
    const line: InferenceClient = {
      isReady: true,
      infer: async (cameraId, rgb, isUrgent) => {
        const bodies = (await poser.infer(cameraId, rgb, isUrgent)) ?? []
        if (key === String(atMs)) isGray = hasNoColour(rgb.data)
        this.#known.set(key, { bodies, isGray })
        return bodies
      },
    }
    const eye = new ModelEye('film', line, (words) => console.error(words), POSE_EYE)
    let result: Seen | null = null
    const whole = { frame: at.value.frame, capturedAtMs: atMs }
    const whereNoted: Where = (seen, gray) => {
      const look = where(seen, gray)
      if (look) key = keyOf(atMs, look)
      return look
    }
    eye.look(
      whole,
      (seen) => {
        result = seen
      },
      whereNoted,
    )
    await eye.idle()
    eye.close()
    return result ?? { atMs, bodies: [] }
  }
}

const keyOf = (atMs: number, { place, turn }: Closer) =>
  [atMs, turn, ...[place.x, place.y, place.width, place.height].map((share) => share.toFixed(5))].join(' ')
