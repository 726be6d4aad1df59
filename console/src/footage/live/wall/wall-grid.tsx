/** The images of one page of the wall. */
import type { CameraRecord } from '@mimamori/contract/camera/camera.ts'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { Viewing } from '../live-viewing.ts'
import type { WallAlerts } from './wall-alerts.ts'
import css from './wall-grid.module.css'
import type { WallLayout } from './wall-search.ts'
import { WallTile } from './wall-tile.tsx'

type Props = {
  ref: Ref<HTMLElement>
  cameras: readonly CameraRecord[]
  layout: WallLayout
  alerts: WallAlerts
  viewing: Viewing
  /** Another page is on its way. */
  isOld: boolean
}

export function WallGrid({ ref, cameras, layout, alerts, viewing, isOld }: Props) {
  const { t } = useTranslation('wall')
  return (
    <section ref={ref} className={css.grid} data-layout={layout} aria-label={t('title')} aria-busy={isOld}>
      {cameras.map((camera) => (
        <WallTile
          key={camera.id}
          camera={camera}
          alert={alerts.byCamera.get(camera.id)}
          calm={alerts.calm.get(camera.id)}
          viewing={viewing}
          isSmall={layout > 1}
        />
      ))}
    </section>
  )
}
