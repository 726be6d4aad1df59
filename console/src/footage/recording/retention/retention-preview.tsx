/** What would be removed by limits that are being typed, before anything is saved. REC-05. */

import type { RetentionPreview as Preview } from '@mimamori/contract/footage/recording-retention.ts'
import { HOUR_MS } from '@mimamori/contract/shared/duration.ts'
import { Alert, Skeleton } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#lib/service/use-error-text.ts'
import { byteSize } from '#lib/text/sentences.ts'
import { useTime } from '#lib/time/use-time.ts'
import { useDebounced } from '../player/use-debounced.ts'
import css from './retention.module.css'
import { useRetentionPreview } from './retention-queries.ts'

type Limits = { days: number | null; gigabytes: number | null }

export function RetentionPreview({ tenantId, limits }: { tenantId: string; limits: Limits }) {
  const errorText = useErrorText()
  const { days, gigabytes } = useDebounced(limits)
  const isRight = [days, gigabytes].every((limit) => limit === null || (Number.isInteger(limit) && limit > 0))
  const query = useRetentionPreview(tenantId, isRight ? { days, gigabytes } : null)
  if (!isRight) return null
  if (query.error) return <Alert severity="error">{errorText(query.error)}</Alert>
  if (!query.data) return <Skeleton variant="rounded" height={56} />
  return <Removed preview={query.data} />
}

function Removed({ preview: { removed, cameras } }: { preview: Preview }) {
  const { t } = useTranslation('retention')
  const { dateTime } = useTime()
  if (removed.count === 0) {
    return (
      <Alert severity="success" role="status">
        {t('removes-none')}
      </Alert>
    )
  }
  const hours = (ms: number) => (ms / HOUR_MS).toFixed(1)
  return (
    <div className={css.removed} role="status">
      <Alert severity="warning">
        {t('removes', {
          count: removed.count,
          hours: hours(removed.durationMs),
          size: byteSize(removed.bytes),
          oldest: removed.oldestAt ? dateTime(removed.oldestAt) : '',
        })}
      </Alert>
      <div className={css.scroll}>
        <table className={css.cameras}>
          <thead>
            <tr>
              <th scope="col">{t('camera')}</th>
              <th scope="col">{t('recordings')}</th>
              <th scope="col">{t('hours')}</th>
              <th scope="col">{t('size')}</th>
              <th scope="col">{t('oldest')}</th>
            </tr>
          </thead>
          <tbody>
            {cameras.map((camera) => (
              <tr key={camera.cameraId}>
                <th scope="row">{camera.cameraName}</th>
                <td>{camera.count}</td>
                <td>{hours(camera.durationMs)}</td>
                <td>{byteSize(camera.bytes)}</td>
                <td>{camera.oldestAt && dateTime(camera.oldestAt)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
