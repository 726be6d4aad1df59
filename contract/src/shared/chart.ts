/**
 * Charts as geometric marks: one builder for the console (SVG) and the PDF (its own lines). METRIC-03, METRIC-04. Text,
 * colors and actions belong to the renderer; this file computes positions. No zod here: pages load it.
 */

export type ChartTone = 'critical' | 'high' | 'medium' | 'low' | 'primary' | 'soft' | 'line' | 'night' | 'unknown'

export type ChartMark =
  | {
      kind: 'rect'
      x: number
      y: number
      width: number
      height: number
      tone: ChartTone
      /** Intensity of its color, 0 to 1; default 1. */
      strength?: number
      /** Identifies what it represents, for links of the renderer. */
      of?: string
      /** Its tooltip; computed when needed. */
      title?: () => string
    }
  | { kind: 'text'; x: number; y: number; text: string; anchor: 'start' | 'middle' | 'end' }
  | { kind: 'line'; points: readonly (readonly [number, number])[]; tone: ChartTone; isDashed?: boolean }

export type Chart = { width: number; height: number; marks: ChartMark[] }

/** The font size in a chart. */
export const CHART_TEXT = 11
const AXIS_HEIGHT = 20
const SCALE_WIDTH = 34
/** Small counts must not fill the height. */
const LOW_TOP = 4
const GAP_SHARE = 0.22
const WIDEST_BAR = 42

export type Bar = {
  of: string
  label: string
  title: string
  /** From the bottom up. */
  parts: readonly { tone: ChartTone; value: number }[]
  /** Its column has a shaded background, such as hours of the night. */
  isShaded?: boolean
}
export type BarsOptions = {
  width: number
  height: number
  bars: readonly Bar[]
  /** The top of the scale; omitted: fits the highest bar. */
  top?: number
  /** A line over the bars, one point each; null: no point. */
  line?: readonly (number | null)[]
}

/** Stacked bars with a scale at the left and as many labels below as fit. */
export function barChart({ width, height, bars, top, line }: BarsOptions): Chart {
  const heights = bars.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0))
  const highest = top ?? niceTop(Math.max(LOW_TOP, ...heights))
  const ground = height - AXIS_HEIGHT
  const step = (width - SCALE_WIDTH) / Math.max(1, bars.length)
  const barWidth = Math.min(WIDEST_BAR, step * (1 - GAP_SHARE))
  const heightOf = (value: number) => (value / highest) * (ground - CHART_TEXT)
  const middle = (at: number) => SCALE_WIDTH + step * (at + 0.5)
  const marks: ChartMark[] = scaleOf(highest, width, (value) => ground - heightOf(value))
  for (const [at, { of, title, parts, isShaded }] of bars.entries()) {
    const x = middle(at) - barWidth / 2
    // The whole column is hoverable, however low its bar is.
    marks.push({
      kind: 'rect',
      x: middle(at) - step / 2,
      y: 0,
      width: step,
      height: ground,
      tone: 'night',
      strength: isShaded ? 1 : 0,
      of,
      title: () => title,
    })
    let y = ground
    for (const { tone, value } of parts.filter((part) => part.value > 0)) {
      y -= heightOf(value)
      marks.push({ kind: 'rect', x, y, width: barWidth, height: heightOf(value), tone, of, title: () => title })
    }
  }
  for (const points of runsOf(line ?? [])) {
    const place = ([at, value]: readonly [number, number]) => [middle(at), ground - heightOf(value)] as const
    marks.push({ kind: 'line', points: points.map(place), tone: 'soft', isDashed: true })
  }
  return { width, height, marks: [...marks, ...labelsBelow(bars, middle, step, height)] }
}

/** Labels that do not overlap: every one, every second, every fifth … */
function labelsBelow(bars: readonly Bar[], middle: (at: number) => number, step: number, height: number): ChartMark[] {
  const longest = Math.max(0, ...bars.map(({ label }) => textWidth(label)))
  const each = Math.max(1, Math.ceil((longest + 8) / step))
  const right = middle(bars.length - 1) + step / 2
  // The last one stays inside.
  const place = (at: number, label: string) => Math.min(middle(at), right - textWidth(label) / 2)
  return bars.flatMap(({ label }, at) =>
    at % each === 0
      ? [{ kind: 'text' as const, x: place(at, label), y: height - 5, text: label, anchor: 'middle' as const }]
      : [],
  )
}

function scaleOf(highest: number, width: number, yOf: (value: number) => number): ChartMark[] {
  return [0, highest / 2, highest].flatMap((value): ChartMark[] => [
    {
      kind: 'line',
      points: [
        [SCALE_WIDTH, yOf(value)],
        [width, yOf(value)],
      ],
      tone: 'line',
    },
    { kind: 'text', x: SCALE_WIDTH - 6, y: yOf(value) + 4, text: String(value), anchor: 'end' },
  ])
}

/** Runs of points without a gap, each point with its index. */
function runsOf(line: readonly (number | null)[]): (readonly [number, number])[][] {
  const runs: (readonly [number, number])[][] = []
  let isOpen = false
  for (const [at, value] of line.entries()) {
    if (value !== null) {
      if (!isOpen) runs.push([])
      runs.at(-1)!.push([at, value])
    }
    isOpen = value !== null
  }
  return runs
}

/** An even number slightly above that is easy to halve: 4, 10, 20, 40, 100 … */
function niceTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const nice = [1, 2, 4, 6, 8, 10].find((one) => one * power >= value)! * power
  return nice % 2 === 0 ? nice : nice * 2
}

type HeatRow = { label: string; cells: readonly { of: string; title: () => string; value: number | null }[] }
export type HeatOptions = { width: number; rows: readonly HeatRow[]; rowHeight: number; labelWidth: number }

const HOURS_NAMED = [0, 6, 12, 18]

/**
 * Rows of 24 hours, with higher intensity for more alerts. A cell without a value is unknown, which differs from zero.
 */
export function heatChart({ width, rows, rowHeight, labelWidth }: HeatOptions): Chart {
  const most = Math.max(1, ...rows.flatMap(({ cells }) => cells.map(({ value }) => value ?? 0)))
  const cellWidth = (width - labelWidth) / 24
  const top = AXIS_HEIGHT
  const each = Math.max(1, Math.ceil((CHART_TEXT + 3) / rowHeight))
  const marks: ChartMark[] = HOURS_NAMED.map((hour) => ({
    ...{ kind: 'text', x: labelWidth + hour * cellWidth, y: CHART_TEXT + 1, anchor: 'start' },
    text: `${String(hour).padStart(2, '0')}:00`,
  }))
  for (const [at, { label, cells }] of rows.entries()) {
    const y = top + at * rowHeight
    if (at % each === 0)
      marks.push({
        kind: 'text',
        x: labelWidth - 6,
        y: y + Math.min(rowHeight, CHART_TEXT + 3) - 3,
        text: label,
        anchor: 'end',
      })
    for (const [hour, { of, title, value }] of cells.entries()) {
      const place = { x: labelWidth + hour * cellWidth + 0.5, y: y + 0.5, width: cellWidth - 1, height: rowHeight - 1 }
      // The smallest value must be distinguishable from zero.
      const ink =
        value === null
          ? { tone: 'unknown' as const }
          : value === 0
            ? { tone: 'night' as const }
            : { tone: 'primary' as const, strength: 0.2 + (0.8 * value) / most }
      // Empty cells have no link.
      marks.push({ kind: 'rect', ...place, ...ink, title, ...(value && { of }) })
    }
  }
  return { width, height: top + rows.length * rowHeight, marks }
}

type SpanRow = {
  of: string
  label: string
  title: string
  /** In minutes from 18:00; null: nothing is known of this night. */
  inBed: readonly [number, number] | null
  asleep: readonly [number, number] | null
}
export type SpanOptions = { width: number; rows: readonly SpanRow[]; rowHeight: number; labelWidth: number }

/** Nights in rows, from 18:00 to 12:00: time in bed, and sleep within it. */
export function spanChart({ width, rows, rowHeight, labelWidth }: SpanOptions): Chart {
  const [fromMinute, untilMinute] = [0, 18 * 60]
  const top = AXIS_HEIGHT
  const bottom = top + rows.length * rowHeight
  const xOf = (minute: number) =>
    labelWidth +
    ((Math.min(untilMinute, Math.max(fromMinute, minute)) - fromMinute) / untilMinute) * (width - labelWidth)
  const marks: ChartMark[] = []
  for (let minute = 0; minute <= untilMinute; minute += 180) {
    marks.push({
      kind: 'line',
      points: [
        [xOf(minute), top],
        [xOf(minute), bottom],
      ],
      tone: 'line',
    })
    const anchor = minute === untilMinute ? 'end' : 'middle'
    marks.push({
      kind: 'text',
      x: xOf(minute),
      y: CHART_TEXT + 1,
      text: `${String((18 + minute / 60) % 24).padStart(2, '0')}:00`,
      anchor,
    })
  }
  const each = Math.max(1, Math.ceil((CHART_TEXT + 3) / rowHeight))
  for (const [at, { of, label, title, inBed, asleep }] of rows.entries()) {
    const y = top + at * rowHeight
    if (at % each === 0)
      marks.push({ kind: 'text', x: labelWidth - 6, y: y + rowHeight / 2 + 4, text: label, anchor: 'end' })
    const bar = (span: readonly [number, number], inset: number, strength: number) =>
      marks.push({
        ...{
          kind: 'rect',
          tone: 'primary',
          strength,
          of,
          title: () => title,
          y: y + inset,
          height: rowHeight - 2 * inset,
        },
        ...{ x: xOf(span[0]), width: Math.max(1, xOf(span[1]) - xOf(span[0])) },
      })
    const ground = { x: labelWidth, y: y + 1, width: width - labelWidth, height: rowHeight - 2 }
    marks.push({
      kind: 'rect',
      ...ground,
      tone: inBed ? 'night' : 'unknown',
      strength: inBed ? 0 : 1,
      of,
      title: () => title,
    })
    if (inBed) bar(inBed, 1.5, 0.3)
    if (asleep) bar(asleep, 1.5, 1)
  }
  return { width, height: bottom, marks }
}

/** Approximate text width; full-width characters count twice. */
function textWidth(text: string): number {
  return [...text].reduce((sum, sign) => sum + (sign.codePointAt(0)! > 0x2e80 ? CHART_TEXT : CHART_TEXT * 0.56), 0)
}
