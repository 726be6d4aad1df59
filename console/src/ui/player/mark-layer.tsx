/** Boxes drawn over an image or clip, at the right places however it is fitted into its frame. */
import type { CSSProperties } from 'react'
import css from './mark-layer.module.css'

/** Shares of the image, 0 to 1. */
export type Mark = { x: number; y: number; width: number; height: number }
type Props = {
  /** Width by height of the image itself; null until it is known, and nothing is drawn. */
  ratio: number | null
  /** As the image is fitted: whole inside of a 16:9 frame, or filling it. */
  fit: 'contain' | 'cover'
  marks: readonly Mark[]
  /** Where was looked: a dashed line. */
  region?: Mark | null | undefined
}

export function MarkLayer({ ratio, fit, marks, region }: Props) {
  if (ratio === null || (marks.length === 0 && !region)) return null
  return (
    <span className={css.layer} data-fit={fit} style={{ '--ratio': ratio } as CSSProperties} aria-hidden>
      {region && <span className={css.region} style={placeOf(region)} />}
      {marks.map((mark) => (
        <span key={`${mark.x} ${mark.y} ${mark.width}`} className={css.mark} style={placeOf(mark)} />
      ))}
    </span>
  )
}

function placeOf({ x, y, width, height }: Mark): CSSProperties {
  const share = (value: number) => `${value * 100}%`
  return { left: share(x), top: share(y), width: share(width), height: share(height) }
}
