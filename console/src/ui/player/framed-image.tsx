/** A 16:9 image with marks drawn on it; keeps its space while it loads and if it is missing. */
import { VideoOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import css from './framed-image.module.css'
import { type Mark, MarkLayer } from './mark-layer.tsx'

type Props = {
  src: string | null
  alt: string
  marks?: readonly Mark[]
  /** The detection region. */
  region?: Mark | null
  /** Shown if the image is missing or fails to load. */
  missing: string
  /** In the lower corner: the length of a clip, the age of a frame. */
  corner?: ReactNode
  /** Makes clear that it is not current. */
  isOld?: boolean
  /** Loads at once instead of when it comes near, for content of the first screen. */
  eager?: boolean
}

export function FramedImage({ src, alt, marks = [], region, missing, corner, isOld, eager }: Props) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  const [ratio, setRatio] = useState<number | null>(null)
  const isShown = src !== null && src !== failedSrc
  return (
    <span className={css.frame} data-old={isOld || undefined}>
      {isShown ? (
        <img
          className={css.image}
          src={src}
          alt={alt}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setRatio(naturalWidth / naturalHeight)}
          onError={() => setFailedSrc(src)}
        />
      ) : (
        <span className={css.missing}>
          <VideoOff size={20} aria-hidden />
          <span className={css.words}>{missing}</span>
        </span>
      )}
      {isShown && <MarkLayer ratio={ratio} fit="cover" marks={marks} region={region} />}
      {corner && <span className={css.corner}>{corner}</span>}
    </span>
  )
}
