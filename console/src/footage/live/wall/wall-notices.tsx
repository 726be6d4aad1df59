/** What concerns the whole wall: time that runs out, and alerts of images that are not shown now. */
import type { CameraRecord } from '@mimamori/contract/camera/camera.ts'
import { useTranslation } from 'react-i18next'
import { Notice } from '#ui/feedback/notice.tsx'
import { EndsIn } from '../live-view.tsx'
import type { Viewing } from '../live-viewing.ts'
import { useCountdown } from '../use-countdown.ts'
import type { WallAlerts } from './wall-alerts.ts'
import { WallMark } from './wall-mark.tsx'
import css from './wall-notices.module.css'

/** More are a list: the alerts page. */
const MOST = 3

type Props = { alerts: WallAlerts; shown: readonly CameraRecord[]; viewing: Viewing }

export function WallNotices({ alerts, shown, viewing }: Props) {
  const { t } = useTranslation('wall')
  const isOver = useCountdown(viewing.endsAtMs) === 0
  const elsewhere = alerts.open.filter(({ cameraId }) => !shown.some(({ id }) => id === cameraId))
  const rest = elsewhere.length - MOST
  return (
    <>
      {isOver && <Notice action={{ label: t('go-on'), onClick: viewing.goOn }}>{t('over')}</Notice>}
      {elsewhere.length > 0 && (
        <div className={css.elsewhere} role="status">
          <span className={css.label}>{t('elsewhere')}</span>
          {elsewhere.slice(0, MOST).map((alert) => (
            <WallMark key={alert.id} alert={alert} calm={alerts.calm.get(alert.cameraId ?? '')} hasPlace />
          ))}
          {rest > 0 && <span className={css.label}>{t('more', { count: rest })}</span>}
        </div>
      )}
      {!isOver && <EndsIn viewing={viewing} />}
    </>
  )
}
