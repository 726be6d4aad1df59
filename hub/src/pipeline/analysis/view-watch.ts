/** The view of one camera across connections and restarts: what was learned of it lies in a file beside the measurements. REAL-04. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { ViewError } from '@mimamori/contract/camera/view-lists.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { z } from 'zod'
import { VIEW } from '#vision/view/view-edges.ts'
import { type LearnedView, type ViewFrame, ViewHealth } from '#vision/view/view-health.ts'

const PIXELS = VIEW.width * VIEW.height
/** Learning another light writes at most so often, ms. */
const WRITE_EVERY_MS = 60_000

const stored = z.object({
  acceptedAt: z.string().nullable(),
  quietest: z.number().nullable(),
  looks: z.array(
    z.object({
      directions: z.string(),
      count: z.number().int().min(0).max(PIXELS),
      sharpness: z.number().nullable(),
      isGray: z.boolean(),
    }),
  ),
})

type Settings = Pick<DesiredCamera, 'viewAcceptedAt' | 'privacy'>
type ViewWatchOptions = {
  cameraId: string
  /** Of the spool. */
  spoolDir: string
  /** The error is another one. */
  onChange: () => void
  /** In words for the log. */
  onError: (message: string) => void
}

/** Below the spool's folder: one file for each camera. */
const VIEWS_FOLDER = 'views'

/** Removes what was learned of cameras that are not among `wanted` any more. */
export function forgetViews(spoolDir: string, wanted: ReadonlySet<string>): void {
  const folder = join(spoolDir, VIEWS_FOLDER)
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (!wanted.has(name.replace(/\.json(\.part)?$/, ''))) rmSync(join(folder, name), { force: true })
  }
}

export class ViewWatch {
  readonly #options: ViewWatchOptions
  readonly #path: string
  #health: ViewHealth
  #acceptedAt: string | null
  #hasMasks = false
  #writtenAtMs = Number.NEGATIVE_INFINITY
  #mustWrite = false

  /** Takes up what an earlier run learned. */
  constructor(settings: Settings, options: ViewWatchOptions) {
    this.#options = options
    this.#path = join(options.spoolDir, VIEWS_FOLDER, `${options.cameraId}.json`)
    const known = this.#read()
    this.#health = new ViewHealth(known)
    this.#acceptedAt = known ? known.acceptedAt : settings.viewAcceptedAt
    this.configure(settings)
  }

  /** What lasts and should be reported; null: nothing. */
  get error(): ViewError | null {
    return this.#health.error
  }

  /** Whether the masks may lie elsewhere than where they were drawn, so that nothing leaves unless blurred as a whole. */
  get mustBlur(): boolean {
    return this.#hasMasks && this.#health.isDoubtful
  }

  /** A person may have accepted the view that comes now. */
  configure({ viewAcceptedAt, privacy }: Settings): void {
    this.#hasMasks = privacy.masks.length > 0
    if (viewAcceptedAt === this.#acceptedAt) return
    this.#acceptedAt = viewAcceptedAt
    const before = this.error
    this.#health.forget()
    this.#write()
    if (before !== null) this.#options.onChange()
  }

  reconnect(): void {
    this.#health.reconnect()
  }

  /** Most of the picture changed at once. */
  doubt(): void {
    this.#health.doubt()
  }

  take(frame: ViewFrame): void {
    const before = this.error
    this.#health.take(frame)
    this.#mustWrite = this.#health.takeNews() || this.#mustWrite
    if (this.#mustWrite && Math.abs(frame.atMs - this.#writtenAtMs) >= WRITE_EVERY_MS) {
      this.#writtenAtMs = frame.atMs
      this.#write()
    }
    if (this.error !== before) this.#options.onChange()
  }

  #read(): (LearnedView & { acceptedAt: string | null }) | null {
    try {
      const { looks, ...more } = stored.parse(JSON.parse(readFileSync(this.#path, 'utf8')))
      return {
        ...more,
        looks: looks.map(({ directions, count, ...look }) => ({ ...look, edges: unpacked(directions, count) })),
      }
    } catch (error) {
      // Unreadable: it is learned anew, as of a new camera.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        this.#options.onError(`The learned view was lost: ${error}`)
      return null
    }
  }

  #write(): void {
    this.#mustWrite = false
    const { looks, quietest } = this.#health.learned
    const text = JSON.stringify({
      acceptedAt: this.#acceptedAt,
      quietest,
      looks: looks.map(({ edges, ...look }) => {
        return { ...look, count: edges.count, directions: deflateRawSync(edges.directions).toString('base64') }
      }),
    } satisfies z.infer<typeof stored>)
    try {
      mkdirSync(join(this.#options.spoolDir, VIEWS_FOLDER), { recursive: true })
      writeFileSync(`${this.#path}.part`, text)
      renameSync(`${this.#path}.part`, this.#path)
    } catch (error) {
      this.#options.onError(`The learned view is not stored: ${error}`)
    }
  }
}

/** Throws when it is none. */
function unpacked(directions: string, count: number) {
  const bytes = new Uint8Array(inflateRawSync(Buffer.from(directions, 'base64'), { maxOutputLength: PIXELS }))
  if (bytes.length !== PIXELS) throw new Error('of another size')
  if (bytes.reduce((sum, one) => sum + (one > 0 ? 1 : 0), 0) !== count) throw new Error('with other edges than it says')
  return { directions: bytes, count }
}
