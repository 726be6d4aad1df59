/** The states of a room's resident as a timeline up to now. ROOM-01, ROOM-02. */
import type { RoomSpan } from '@mimamori/contract/care/room.ts'
import css from './room-timeline.module.css'

type Props = { timeline: readonly RoomSpan[]; fromMs: number; toMs: number; label: string; isTall?: boolean }

/** `label`: the same as text. */
export function RoomTimeline({ timeline, fromMs, toMs, label, isTall }: Props) {
  const share = (at: string) => Math.min(1, Math.max(0, (Date.parse(at) - fromMs) / (toMs - fromMs))) * 100
  return (
    <div className={css.timeline} data-tall={isTall || undefined} role="img" aria-label={label}>
      {timeline.map(({ state, from, to }, index) => {
        const start = share(from)
        const end = index === timeline.length - 1 ? 100 : share(to)
        const style = { insetInlineStart: `${start}%`, inlineSize: `${Math.max(0, end - start)}%` }
        return <span key={from} className={css.span} data-state={state} style={style} />
      })}
    </div>
  )
}
