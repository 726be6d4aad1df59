/** The view of one camera across connections and restarts; what was learned of it is stored in a file. REAL-04. */
import type { ViewError } from '@mimamori/contract/camera/camera-lists.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { z } from 'zod'
import { VIEW } from '#vision/view/view-edges.ts'
import { type LearnedView, type ViewFrame, ViewHealth } from '#vision/view/view-health.ts'
import { CameraFile, type CameraFileOptions, packed, unpacked } from './camera-file.ts'

const PIXELS = VIEW.width * VIEW.height
/** Minimum interval of writes after the light changes, ms. */
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
/** `onChange`: the error has changed. */
type ViewWatchOptions = CameraFileOptions & { onChange: () => void }

export class ViewWatch {
  readonly #options: ViewWatchOptions
  readonly #file: CameraFile<typeof stored>
  #health: ViewHealth
  #acceptedAt: string | null
  #hasMasks = false
  /** A user turned the camera away from its home. */
  isAway = false
  #writtenAtMs = Number.NEGATIVE_INFINITY
  #mustWrite = false

  /** Continues with what an earlier run learned. */
  constructor(settings: Settings, options: ViewWatchOptions) {
    this.#options = options
    this.#file = new CameraFile('view', stored, options)
    const known = this.#read()
    this.#health = new ViewHealth(known)
    this.#acceptedAt = known ? known.acceptedAt : settings.viewAcceptedAt
    this.configure(settings)
  }

  /** A lasting error that should be reported; null: none. */
  get error(): ViewError | null {
    return this.#health.error
  }

  /**
   * Whether masks may be in the wrong place, or people are looked for in a view other than the learned one. If so, frames may
   * leave only if they are blurred as a whole.
   */
  get mustBlur(): boolean {
    return this.isAway || (this.#hasMasks && this.#health.isDoubtful)
  }

  /** The user may have accepted the view that is visible now. */
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

  /** Most of the frame changed at once. */
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
    return this.#file.read(({ looks, ...more }) => ({
      ...more,
      looks: looks.map(({ directions, count, ...look }) => ({ ...look, edges: edgesOf(directions, count) })),
    }))
  }

  #write(): void {
    this.#mustWrite = false
    const { looks, quietest } = this.#health.learned
    this.#file.write({
      acceptedAt: this.#acceptedAt,
      quietest,
      looks: looks.map(({ edges, ...look }) => ({
        ...look,
        count: edges.count,
        directions: packed(edges.directions),
      })),
    })
  }
}

/** Throws if the data is invalid. */
function edgesOf(directions: string, count: number) {
  const bytes = unpacked(directions, PIXELS)
  if (bytes.reduce((sum, one) => sum + (one > 0 ? 1 : 0), 0) !== count) throw new Error('with other edges than it says')
  return { directions: bytes, count }
}
