/** What is not as it should be with the backups, one line each. */
import type { BackupErrorFact, Installation } from '@mimamori/contract/site/installation.ts'
import { useTranslation } from 'react-i18next'
import { useTime } from '#lib/time/use-time.ts'
import { Notice } from '#ui/feedback/notice.tsx'

export function BackupNotices({ backup }: Pick<Installation, 'backup'>) {
  const { t } = useTranslation('installation')
  const time = useTime()
  const { place, error, drillError } = backup
  const about = ({ at, error }: { at: string; error: BackupErrorFact }) => ({
    when: time.dateTime(at),
    reason: t(`error-${error.code}`, { subject: error.subject }),
  })
  return (
    <>
      {backup.isOverdue && <Notice>{t('overdue')}</Notice>}
      {error && <Notice>{t('failed', about(error))}</Notice>}
      {drillError && <Notice>{t('drill-failed', about(drillError))}</Notice>}
      {place?.files === 'in-bucket' && <Notice>{t('files-in-bucket')}</Notice>}
      {place?.isPassphraseBesideData && <Notice>{t('passphrase-beside')}</Notice>}
    </>
  )
}
