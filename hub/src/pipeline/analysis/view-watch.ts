/** The view of one camera across connections and restarts: what was learned of it lies in a file beside the measurements. REAL-04. */
import type { ViewError } from '@mimamori/contract/camera/view-lists.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { z } from 'zod'
import { VIEW } from '#vision/view/view-edges.ts'
import { type LearnedView, type ViewFrame, ViewHealth } from '#vision/view/view-health.ts'
import { CameraFile, type CameraFileOptions, packed, unpacked } from './camera-file.ts'

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
/** `onChange`: the error is another one. */
type ViewWatchOptions = CameraFileOptions & { onChange: () => void }

export class ViewWatch {
  readonly #options: ViewWatchOptions
  readonly #file: CameraFile<typeof stored>
  #health: ViewHealth
  #acceptedAt: string | null
  #hasMasks = false
  /** A person turned the camera elsewhere. */
  isAway = false
  #writtenAtMs = Number.NEGATIVE_INFINITY
  #mustWrite = false

  /** Takes up what an earlier run learned. */
  constructor(settings: Settings, options: ViewWatchOptions) {
    this.#options = options
    this.#file = new CameraFile('view', stored, options)
    const known = this.#read()
    this.#health = new ViewHealth(known)
    this.#acceptedAt = known ? known.acceptedAt : settings.viewAcceptedAt
    this.configure(settings)
  }

  /** What lasts and should be reported; null: nothing. */
  get error(): ViewError | null {
    return this.#health.error
  }

  /**
   * Whether the masks may lie elsewhere than where they were drawn, or people are looked for in another view than the one that
   * was learned, so that nothing that is painted leaves unless blurred as a whole.
   */
  get mustBlur(): boolean {
    return this.isAway || (this.#hasMasks && this.#health.isDoubtful)
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

/** Throws when it is none. */
function edgesOf(directions: string, count: number) {
  const bytes = unpacked(directions, PIXELS)
  if (bytes.reduce((sum, one) => sum + (one > 0 ? 1 : 0), 0) !== count) throw new Error('with other edges than it says')
  return { directions: bytes, count }
}
