/** The camera's latest image with its numbered regions of movement without people. */
import { ambientBoxesOf } from '@mimamori/contract/camera/ambient/ambient-cells.ts'
import type { Box } from '@mimamori/contract/shared/geometry.ts'
import { VideoOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import frame from '../app-settings.module.css'
import css from './ambient.module.css'

type Props = { image: string | null; regions: readonly Uint8Array[]; chosen: number | null }

export function AmbientImage({ image, regions, chosen }: Props) {
  const { t } = useTranslation('camera-app')
  if (!image) {
    return (
      <div className={frame.missing}>
        <VideoOff size={20} aria-hidden />
        {t('ambient-no-image')}
      </div>
    )
  }
  return (
    <div className={frame.image}>
      <img src={image} alt={t('ambient-image')} />
      <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden>
        {regions.map((cells, at) => (
          <g key={String(cells)} className={at === chosen ? css.chosen : css.region}>
            {ambientBoxesOf(cells).map((box) => (
              <rect key={`${box.x} ${box.y}`} {...box} />
            ))}
          </g>
        ))}
      </svg>
      {regions.map((cells, at) => {
        const { x, y } = cornerOf(ambientBoxesOf(cells))
        return (
          <span
            key={String(cells)}
            className={css.number}
            style={{ insetInlineStart: `${100 * x}%`, top: `${100 * y}%` }}
            aria-hidden
          >
            {at + 1}
          </span>
        )
      })}
    </div>
  )
}

function cornerOf(boxes: readonly Box[]): { x: number; y: number } {
  return { x: Math.min(...boxes.map(({ x }) => x)), y: Math.min(...boxes.map(({ y }) => y)) }
}
