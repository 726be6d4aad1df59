/** The times under a time line, each below its place; those at its ends stay within it. */

import css from './recording-timeline.module.css'
import { placeOf, ticksOf, type View } from './timeline-view.ts'

type Props = {
  view: View
  /** Maximum number of ticks. */
  most: number
  /** Even times are those of a clock so far ahead of UTC. */
  offsetMs?: number
  textOf: (tick: number) => string
}

/** Distance from an end within which a label is moved beside its tick. */
const EDGE = 0.03

export function TimeScale({ view, most, offsetMs, textOf }: Props) {
  return (
    <div className={css.labels} aria-hidden>
      {ticksOf(view, most, offsetMs).map((tick) => {
        const place = placeOf(view, tick)
        const edge = place < EDGE ? 'start' : place > 1 - EDGE ? 'end' : undefined
        return (
          <span key={tick} data-edge={edge} style={{ left: `${place * 100}%` }}>
            {textOf(tick)}
          </span>
        )
      })}
    </div>
  )
}
