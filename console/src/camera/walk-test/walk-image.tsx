/** The frame of a walk test with detected people and the tested places on the floor: its heat map. REAL-11. */

import type { WalkFacts } from '@mimamori/contract/camera/hub-request.ts'
import type { WALK_SEEN, WalkResult } from '@mimamori/contract/camera/walk/walk-lists.ts'
import type { WalkStepRecord } from '@mimamori/contract/camera/walk/walk-test.ts'
import type { Point } from '@mimamori/contract/shared/geometry.ts'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import css from './walk.module.css'

type Props = {
  /** JPEG in base64; null: none may be shown, and the detection frame replaces it. */
  jpeg: string | null
  people?: WalkFacts['people']
  steps: readonly WalkStepRecord[]
  /** The place that is tested now. */
  spot?: Point | null
  /** Set while a place must be selected. */
  onSpot?: ((spot: Point) => void) | undefined
}

export function WalkImage({ jpeg, people = [], steps, spot = null, onSpot }: Props) {
  const { t } = useTranslation('walk-test')
  const places = steps.filter(({ step, result }) => step === 'floor' && result !== null && result !== 'skipped')
  return (
    <div className={css.image} data-choosing={onSpot !== undefined || undefined}>
      {jpeg ? (
        <img src={`data:image/jpeg;base64,${jpeg}`} alt={t('image')} />
      ) : (
        <div className={css.frame}>{onSpot ? t('image-none') : t('no-image')}</div>
      )}
      <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden>
        {people.map(({ box }) => (
          <rect key={`${box.x} ${box.y} ${box.width}`} {...box} className={css.person} />
        ))}
      </svg>
      <ol aria-label={t('places')}>
        {places.map(({ key, spot: at, result }, index) => (
          <li
            key={key}
            className={css.place}
            data-result={result}
            style={{ left: `${100 * (at?.x ?? 0)}%`, top: `${100 * (at?.y ?? 0)}%` }}
          >
            <span aria-hidden>{signOf(result!)}</span>
            <span className={css.hidden}>
              {t('place', { number: index + 1, result: t(`floor-${result as (typeof WALK_SEEN)[number]}`) })}
            </span>
          </li>
        ))}
      </ol>
      {spot && <span className={css.spot} style={{ left: `${100 * spot.x}%`, top: `${100 * spot.y}%` }} aria-hidden />}
      {onSpot && (
        <button
          type="button"
          className={css.choose}
          aria-label={t('spot')}
          onClick={(event) => onSpot(pointOf(event))}
        />
      )}
    </div>
  )
}

/** A key press has no position: use the middle of the floor. */
function pointOf(event: MouseEvent<HTMLButtonElement>): Point {
  const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
  if (event.detail === 0) return { x: 0.5, y: 0.75 }
  const share = (of: number) => Math.min(1, Math.max(0, Math.round(of * 1000) / 1000))
  return { x: share((event.clientX - left) / width), y: share((event.clientY - top) / height) }
}

/** A sign for each result, beside its colour: as Japanese forms mark them. */
const SIGNS: Record<WalkResult, string> = { seen: '○', otherwise: '△', unseen: '×', skipped: '–' }

export const signOf = (result: WalkResult): string => SIGNS[result]
