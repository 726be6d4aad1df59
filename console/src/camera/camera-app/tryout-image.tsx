/** The frame that the app judged, with its regions and what it found. */
import type { Detection, Region } from '@mimamori/contract/shared/geometry.ts'
import { VideoOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#ui/layout/relative-time.tsx'
import css from './app-settings.module.css'

type Props = {
  /** JPEG in base64. */
  frame: { jpeg: string; takenAt: string } | null
  regions: readonly Region[]
  detections: readonly Detection[]
}

export function TryoutImage({ frame, regions, detections }: Props) {
  const { t } = useTranslation('app-settings')
  if (!frame) {
    return (
      <div className={css.missing}>
        <VideoOff size={20} aria-hidden />
        {t('no-frame')}
      </div>
    )
  }
  return (
    <div className={css.image}>
      <img src={`data:image/jpeg;base64,${frame.jpeg}`} alt={t('frame-of')} />
      <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden>
        {regions.map((region) => {
          const points = region.corners.map(({ x, y }) => `${x},${y}`).join(' ')
          return (
            <g key={points}>
              <polygon points={points} className={css.regionCasing} />
              <polygon points={points} className={css.region} />
            </g>
          )
        })}
        {detections.map(({ box }) => (
          <rect key={`${box.x} ${box.y} ${box.width}`} {...box} className={css.detection} />
        ))}
      </svg>
      <span className={css.age}>
        <RelativeTime at={frame.takenAt} />
      </span>
    </div>
  )
}
