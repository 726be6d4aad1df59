/** A 16:9 picture with marks drawn on it; keeps its place while it loads and when there is none. */
import { VideoOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import css from './framed-picture.module.css'

/** Shares of the picture, 0 to 1. */
type Mark = { x: number; y: number; width: number; height: number }
type Props = {
  src: string | null
  alt: string
  marks?: readonly Mark[]
  /** Said when there is no picture or it cannot be had. */
  missing: string
  /** In the lower corner: the length of a clip, the age of a frame. */
  corner?: ReactNode
  /** Load at once instead of when it comes near: for what is seen first. */
  eager?: boolean
}

export function FramedPicture({ src, alt, marks = [], missing, corner, eager }: Props) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  const isShown = src !== null && src !== failedSrc
  return (
    <span className={css.frame}>
      {isShown ? (
        <img
          className={css.picture}
          src={src}
          alt={alt}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          onError={() => setFailedSrc(src)}
        />
      ) : (
        <span className={css.missing}>
          <VideoOff size={20} aria-hidden />
          <span className={css.words}>{missing}</span>
        </span>
      )}
      {isShown && marks.map((mark) => <Frame key={`${mark.x} ${mark.y} ${mark.width}`} {...mark} />)}
      {corner && <span className={css.corner}>{corner}</span>}
    </span>
  )
}

function Frame({ x, y, width, height }: Mark) {
  const share = (value: number) => `${value * 100}%`
  return (
    <span className={css.mark} style={{ left: share(x), top: share(y), width: share(width), height: share(height) }} />
  )
}
