/** The part of a time line that is shown. Pure; all in ms since the epoch. */
export type View = { fromMs: number; untilMs: number }

/** Shortest visible span. */
const LEAST_MS = 10_000
export const ZOOM_STEP = 1.6

/** `factor` above 1 looks closer; `aroundMs` stays where it is. */
export function zoomed(view: View, whole: View, factor: number, aroundMs: number): View {
  const wholeMs = whole.untilMs - whole.fromMs
  const lengthMs = view.untilMs - view.fromMs
  const nextMs = Math.min(wholeMs, Math.max(Math.min(LEAST_MS, wholeMs), lengthMs / factor))
  const share = lengthMs > 0 ? (aroundMs - view.fromMs) / lengthMs : 0
  return within({ fromMs: aroundMs - share * nextMs, untilMs: aroundMs + (1 - share) * nextMs }, whole)
}

export function shifted({ fromMs, untilMs }: View, whole: View, byMs: number): View {
  return within({ fromMs: fromMs + byMs, untilMs: untilMs + byMs }, whole)
}

/** The same length, with the instant in it: as it is when it holds it already. */
export function following(view: View, whole: View, atMs: number): View {
  if (atMs >= view.fromMs && atMs <= view.untilMs) return view
  return shifted(view, whole, atMs - view.fromMs - (view.untilMs - view.fromMs) / 10)
}

/** Where on the shown part an instant is, 0 to 1; beyond when it is not shown. */
export function placeOf({ fromMs, untilMs }: View, atMs: number): number {
  return (atMs - fromMs) / Math.max(1, untilMs - fromMs)
}

const TICKS_MS = [1, 5, 15, 30, 60, 300, 900, 1800, 3600, 10_800, 21_600].map((seconds) => seconds * 1000)

/** Instants for labels: round ones by the clock that is `offsetMs` ahead of UTC, `most` at most. */
export function ticksOf({ fromMs, untilMs }: View, most: number, offsetMs = 0): number[] {
  const stepMs = TICKS_MS.find((step) => (untilMs - fromMs) / step <= most) ?? TICKS_MS.at(-1)!
  const ticks: number[] = []
  for (let at = Math.ceil((fromMs + offsetMs) / stepMs) * stepMs - offsetMs; at <= untilMs; at += stepMs) ticks.push(at)
  return ticks
}

function within({ fromMs, untilMs }: View, whole: View): View {
  const before = Math.max(0, whole.fromMs - fromMs)
  const behind = Math.max(0, untilMs - whole.untilMs)
  return {
    fromMs: Math.max(whole.fromMs, fromMs + before - behind),
    untilMs: Math.min(whole.untilMs, untilMs + before - behind),
  }
}
