/** Names the rooms of which nobody would be notified after users leave or change. CAM-04, USER-04. */
import type { Role } from '@mimamori/contract/shared/roles.ts'
import { Alert } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { useCall } from '#lib/service/use-call.ts'
import css from './user.module.css'

type Props = {
  ids: readonly string[]
  /** Left out: they leave or are disabled. */
  change?: { role: Role; unitIds: readonly string[] }
  /** False: nothing is asked yet. */
  isAsked: boolean
}

export function LosingRooms({ ids, change, isAsked }: Props) {
  const { t } = useTranslation('user')
  const { data, isError } = useCall(
    ['user', 'losing', ids, change],
    'user.losing',
    { body: { ids: [...ids], change: change && { ...change, unitIds: [...change.unitIds] } } },
    {
      enabled: isAsked && ids.length > 0,
      // Others change the same people and rooms.
      staleTime: 0,
    },
  )
  if (!isAsked) return null
  if (isError)
    return (
      <Alert severity="warning" sx={{ marginBlockStart: 1.5 }}>
        {t('losing-unknown')}
      </Alert>
    )
  if (!data || data.totalCount === 0) return null
  const more = data.totalCount - data.rooms.length
  return (
    <Alert severity="warning" sx={{ marginBlockStart: 1.5 }}>
      {t('losing', { count: data.totalCount })}
      <ul className={css.names}>
        {data.rooms.map(({ cameraId, name, location }) => (
          <li key={cameraId}>{name === location ? name : `${name} · ${location}`}</li>
        ))}
        {more > 0 && <li>{t('losing-more', { count: more })}</li>}
      </ul>
    </Alert>
  )
}
