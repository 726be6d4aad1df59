/** The two steps of an erasure: removed, which can be taken back, then erased for good. RESIDENT-02. */
import type { ResidentDetail } from '@mimamori/contract/care/resident.ts'
import { residentTitle } from '@mimamori/contract/care/resident-title.ts'
import { Button } from '@mui/material'
import { useNavigate } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { saveBytes } from '#lib/browser/take-away.ts'
import { call, send } from '#lib/service/api.ts'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { useUser } from '#lib/session/session.ts'
import { useTime } from '#lib/time/use-time.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'
import { DeleteButton } from '#ui/form/delete-button.tsx'
import css from './resident.module.css'
import { ResidentMentions } from './resident-mentions.tsx'
import { useForgetResident, useResidentChange } from './resident-queries.ts'

type Props = { resident: ResidentDetail }

export function RemoveResident({ resident }: Props) {
  const { t } = useTranslation('resident')
  const navigate = useNavigate()
  const change = useResidentChange()
  const { id, version } = resident
  return (
    <DeleteButton
      verb={t('remove')}
      title={t('remove-title', { name: residentTitle(resident) })}
      text={t('remove-text')}
      onDelete={async () => {
        await change(() => call('resident.remove', { params: { id }, query: { version } }))
        notifySuccess(t('removed'))
        await navigate({ to: '/app/residents', search: { state: 'removed' } })
      }}
    />
  )
}

/** Everything about the person as one file, for the person or the family. */
export function ExportResident({ resident }: Props) {
  const { t } = useTranslation('resident')
  const save = async () => {
    try {
      const answer = await send('resident.export', { params: { id: resident.id } })
      saveBytes(await answer.blob(), `resident-${resident.id}.zip`)
      notifySuccess(t('exported'))
    } catch (error) {
      notifyError(errorTextNow(error))
    }
  }
  return (
    <Button variant="text" startIcon={<Download size={18} />} title={t('export-help')} onClick={save}>
      {t('export')}
    </Button>
  )
}

export function RemovedNotice({ resident }: Props) {
  const { t } = useTranslation('resident')
  const time = useTime()
  const change = useResidentChange()
  const isAdmin = mayCall(useUser().role, 'resident.erase')
  const { id, removedAt } = resident
  const restore = () =>
    change(() => call('resident.restore', { params: { id } })).then(
      () => notifySuccess(t('restored')),
      (error: unknown) => notifyError(errorTextNow(error)),
    )
  return (
    <>
      <Notice>{t('removed-notice', { time: removedAt === null ? '' : time.dateTime(removedAt) })}</Notice>
      {isAdmin && <ResidentMentions resident={resident} />}
      {isAdmin && (
        <p className={css.actions}>
          <Button variant="outlined" onClick={restore}>
            {t('restore')}
          </Button>
          <ExportResident resident={resident} />
          <EraseResident resident={resident} />
        </p>
      )}
    </>
  )
}

function EraseResident({ resident }: Props) {
  const { t } = useTranslation('resident')
  const navigate = useNavigate()
  const change = useResidentChange()
  const forget = useForgetResident()
  const { id, version, name } = resident
  return (
    <DeleteButton
      verb={t('erase')}
      title={t('erase-title', { name: residentTitle(resident) })}
      text={t('erase-text')}
      nameToType={name}
      onDelete={async () => {
        await call('resident.erase', { params: { id }, query: { version } })
        notifySuccess(t('erased'))
        await navigate({ to: '/app/residents', replace: true })
        forget(resident)
        await change(async () => {})
      }}
    />
  )
}
