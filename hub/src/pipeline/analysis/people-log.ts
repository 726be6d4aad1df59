/** The last hour of people in each picture of one camera, for each watched bed. In memory, at most 3 MB a bed. */
import type { PeopleFrame } from '#detectors/people-frame.ts'

const KEEP_MS = 3_600_000
/** Five pictures a second for an hour, and what clocks that jump may add. */
const FRAMES_MAX = 20_000
/** Thrown away at once, so that a frame costs no moving of the others. */
const CHUNK_FRAMES = 600

export class PeopleLog {
  readonly #frames = new Map<string, PeopleFrame[]>()

  add(view: string, frame: PeopleFrame): void {
    const frames = this.#frames.get(view) ?? []
    this.#frames.set(view, frames)
    frames.push(frame)
    const isOld = (frames[CHUNK_FRAMES]?.atMs ?? Number.POSITIVE_INFINITY) < frame.atMs - KEEP_MS
    if (isOld || frames.length > FRAMES_MAX) frames.splice(0, CHUNK_FRAMES)
  }

  /** Views that are not watched any more are forgotten: other outlines make them worthless. */
  keepOnly(views: ReadonlySet<string>): void {
    for (const view of this.#frames.keys()) if (!views.has(view)) this.#frames.delete(view)
  }

  /** In order of arrival. */
  framesOf(view: string): readonly PeopleFrame[] {
    return this.#frames.get(view) ?? []
  }
}
