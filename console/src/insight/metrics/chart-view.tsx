/** Draws a chart of the contract as SVG, as wide as there is room, and for a sheet when it is printed. The keyboard reaches the same by the table beside it. */
import type { Chart, ChartMark } from '@mimamori/contract/shared/chart.ts'
import { useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import css from './chart-view.module.css'

/** A4 upright within its margins, in pixels of CSS; a smaller place on the sheet shrinks the chart. */
const PAPER_WIDTH = 640

type Props = {
  /** For the room there is. */
  draw: (width: number) => Chart
  /** What the chart shows, in words. */
  label: string
  /** What a press on a mark does; left out: nothing. */
  onPress?: (of: string) => void
}

export function ChartView({ draw, label, onPress }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const width = useWidth(place)
  const chart = width > 0 ? draw(width) : null
  return (
    <div ref={place} className={css.place}>
      {chart && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the table beside it is the keyboard's way to the same lists
        <svg
          role="img"
          aria-label={label}
          width={chart.width}
          height={chart.height}
          viewBox={`0 0 ${chart.width} ${chart.height}`}
          data-presses={onPress ? true : undefined}
          onPointerOver={({ currentTarget, target }) => showTitle(currentTarget, target as SVGElement, chart.marks)}
          onClick={(event) => {
            const of = (event.target as SVGElement).dataset.of
            if (of) onPress?.(of)
          }}
        >
          {chart.marks.map((mark, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a mark is nothing but its place
            <Mark key={at} mark={mark} />
          ))}
        </svg>
      )}
    </div>
  )
}

function Mark({ mark }: { mark: ChartMark }) {
  if (mark.kind === 'text') {
    return (
      <text x={mark.x} y={mark.y} textAnchor={mark.anchor}>
        {mark.text}
      </text>
    )
  }
  if (mark.kind === 'line') {
    const points = mark.points.map((point) => point.join(',')).join(' ')
    return <polyline points={points} data-tone={mark.tone} strokeDasharray={mark.isDashed ? '4 3' : undefined} />
  }
  const { x, y, width, height, tone, strength, of } = mark
  const radius = Math.min(2, width / 3, height / 3)
  return <rect {...{ x, y, width, height }} rx={radius} data-tone={tone} data-of={of} fillOpacity={strength} />
}

/** A month by the hour has 720 titles, and a reader points at few of them. */
function showTitle(chart: SVGElement, target: SVGElement, marks: readonly ChartMark[]): void {
  const mark = marks[[...chart.children].indexOf(target)]
  if (mark?.kind !== 'rect' || !mark.title) return
  const title =
    target.querySelector('title') ?? target.appendChild(document.createElementNS(chart.namespaceURI, 'title'))
  title.textContent = mark.title()
}

function useWidth(place: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = place.current!
    const measure = () => setWidth(Math.floor(element.clientWidth))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    // The browser takes the page as it is when this event ends.
    const drawForPaper = () => flushSync(() => setWidth(PAPER_WIDTH))
    addEventListener('beforeprint', drawForPaper)
    addEventListener('afterprint', measure)
    return () => {
      observer.disconnect()
      removeEventListener('beforeprint', drawForPaper)
      removeEventListener('afterprint', measure)
    }
  }, [place])
  return width
}
