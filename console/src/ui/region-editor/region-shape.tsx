/** One shape on the frame, drawn only anew when it or its role changes: the others rest while one is dragged. */
import type { Corner } from '@mimamori/contract/shared/polygon.ts'
import { memo } from 'react'
import { arrowRoot, arrowTip } from './region-arrow.ts'
import css from './region-editor.module.css'
import type { Shape } from './region-rules.ts'
import type { Size } from './region-view.ts'

type Props = {
  shape: Shape
  size: Size
  /** Pixels of the camera for one of the screen: handles stay the same size at any zoom. */
  unit: number
  isChosen: boolean
  /** The corner that is chosen in a chosen shape. */
  corner: number | null
  isMask: boolean
}

export const RegionShape = memo(function RegionShape({ shape, size, unit, isChosen, corner, isMask }: Props) {
  const points = pointsOf(shape.corners, size)
  const [first] = shape.corners
  return (
    <g className={css.shape} data-chosen={isChosen || undefined} data-mask={isMask || undefined}>
      <polygon points={points} className={css.fill} />
      <polygon points={points} className={css.casing} />
      <polygon points={points} className={css.line} />
      {shape.headToFeet !== undefined && (
        <RegionArrow corners={shape.corners} degrees={shape.headToFeet} size={size} unit={unit} isChosen={isChosen} />
      )}
      {first && (
        <text
          className={css.name}
          x={first.x * size.width + 10 * unit}
          y={first.y * size.height + 18 * unit}
          fontSize={13 * unit}
        >
          {shape.name}
        </text>
      )}
      {isChosen &&
        shape.corners.map((at, index) => (
          <Handle
            // biome-ignore lint/suspicious/noArrayIndexKey: a corner is its place in the polygon
            key={index}
            at={at}
            size={size}
            unit={unit}
            isChosen={index === corner}
          />
        ))}
    </g>
  )
})

function Handle({ at, size, unit, isChosen }: { at: Corner; size: Size; unit: number; isChosen: boolean }) {
  return (
    <circle
      className={css.handle}
      data-chosen={isChosen || undefined}
      cx={at.x * size.width}
      cy={at.y * size.height}
      r={(isChosen ? 8 : 5.5) * unit}
    />
  )
}

type ArrowProps = { corners: readonly Corner[]; degrees: number; size: Size; unit: number; isChosen: boolean }

function RegionArrow({ corners, degrees, size, unit, isChosen }: ArrowProps) {
  const root = arrowRoot(corners, size)
  const tip = arrowTip(corners, degrees, size)
  const head = (turn: number) => {
    const angle = ((degrees + turn) * Math.PI) / 180
    return `L ${tip.x + 16 * unit * Math.cos(angle)} ${tip.y + 16 * unit * Math.sin(angle)}`
  }
  const path = `M ${root.x} ${root.y} L ${tip.x} ${tip.y} ${head(150)} M ${tip.x} ${tip.y} ${head(-150)}`
  return (
    <>
      <path d={path} className={css.casing} />
      <path d={path} className={css.line} />
      {isChosen && <circle className={css.handle} cx={tip.x} cy={tip.y} r={7 * unit} />}
    </>
  )
}

/** What is being drawn: the corners so far, and the edge that the next one would add. */
export function RegionDraft({
  draft,
  cursor,
  size,
  unit,
  isRefused,
}: {
  draft: readonly Corner[]
  cursor: Corner
  size: Size
  unit: number
  isRefused: boolean
}) {
  const [first, last] = [draft[0], draft.at(-1)]
  const at = { x: cursor.x * size.width, y: cursor.y * size.height }
  return (
    <g className={css.shape} data-chosen data-refused={isRefused || undefined}>
      <polyline points={pointsOf(draft, size)} className={css.casing} />
      <polyline points={pointsOf(draft, size)} className={css.line} />
      {last && <line className={css.next} x1={last.x * size.width} y1={last.y * size.height} x2={at.x} y2={at.y} />}
      {draft.map((corner) => (
        <Handle key={`${corner.x} ${corner.y}`} at={corner} size={size} unit={unit} isChosen={corner === first} />
      ))}
    </g>
  )
}

/** The crosshair of the keyboard: lines over the whole frame, so that it is seen at any zoom. */
export function Crosshair({ cursor, size }: { cursor: Corner; size: Size }) {
  const [x, y] = [cursor.x * size.width, cursor.y * size.height]
  return (
    <g className={css.crosshair}>
      <path d={`M 0 ${y} H ${size.width} M ${x} 0 V ${size.height}`} className={css.casing} />
      <path d={`M 0 ${y} H ${size.width} M ${x} 0 V ${size.height}`} className={css.line} />
    </g>
  )
}

function pointsOf(corners: readonly Corner[], { width, height }: Size): string {
  return corners.map(({ x, y }) => `${x * width},${y * height}`).join(' ')
}
