/** A 16:9 picture with marks drawn on it; keeps its place while it loads and when there is none. */
import { VideoOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import css from './framed-picture.module.css'
import { type Mark, MarkLayer } from './mark-layer.tsx'

type Props = {
  src: string | null
  alt: string
  marks?: readonly Mark[]
  /** Where was looked. */
  region?: Mark | null
  /** Said when there is no picture or it cannot be had. */
  missing: string
  /** In the lower corner: the length of a clip, the age of a frame. */
  corner?: ReactNode
  /** It must not be taken for the present. */
  isOld?: boolean
  /** Load at once instead of when it comes near: for what is seen first. */
  eager?: boolean
}

export function FramedPicture({ src, alt, marks = [], region, missing, corner, isOld, eager }: Props) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  const [ratio, setRatio] = useState<number | null>(null)
  const isShown = src !== null && src !== failedSrc
  return (
    <span className={css.frame} data-old={isOld || undefined}>
      {isShown ? (
        <img
          className={css.picture}
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
