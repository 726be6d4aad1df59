/** Stored answers of the pose model to frames, so that a rule can be measured again without inference. REAL-01. */
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RgbImage } from '@mimamori/hub/model/letterbox.ts'
import type { SeenBody } from '@mimamori/hub/vision/body/person.ts'

const MODEL = fileURLToPath(new URL('../../hub/models/movenet-multipose/', import.meta.url))
/** Modules that make an answer of what the model computes. */
const READERS = ['movenet.ts', 'movenet-answer.ts'].map((name) =>
  fileURLToPath(new URL(`../../hub/src/pose/${name}`, import.meta.url)),
)

/** Answers by frame, in one file for each version of the model below `folder`. */
export class Answers {
  readonly #file: string
  readonly #known = new Map<string, SeenBody[]>()

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true })
    this.#file = join(folder, `answers-${versionOf()}.ndjson`)
    if (!existsSync(this.#file)) return
    for (const line of readFileSync(this.#file, 'utf8').split('\n')) {
      // The last line of a run that was stopped may be half written.
      if (!line.endsWith(']')) continue
      const [key, bodies] = JSON.parse(line) as [string, SeenBody[]]
      this.#known.set(key, bodies)
    }
  }

  of(image: RgbImage): SeenBody[] | null {
    return this.#known.get(keyOf(image)) ?? null
  }

  add(image: RgbImage, bodies: SeenBody[]): void {
    const key = keyOf(image)
    this.#known.set(key, bodies)
    appendFileSync(this.#file, `${JSON.stringify([key, bodies])}\n`)
  }
}

const keyOf = ({ width, height, data }: RgbImage) =>
  createHash('sha256').update(`${width}x${height}|`).update(data).digest('hex').slice(0, 32)

function versionOf(): string {
  const hash = createHash('sha256')
  const files = readdirSync(MODEL).toSorted()
  for (const file of [...files.map((name) => join(MODEL, name)), ...READERS]) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 12)
}
