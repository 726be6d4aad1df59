/** Offers a newly installed version. While an alarm is open nothing starts anew by itself. */
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { isReplaced, lookForNewVersion, mayRestart } from '#lib/service/new-version.ts'
import { onReconnected } from '#lib/service/stream.ts'
import { useOpenAlarms } from '#shared/open-alarms.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { ServiceNotice } from './service-notices.tsx'

export function NewVersion() {
  const { t } = useTranslation('notification')
  const hasAlarm = (useOpenAlarms().data?.totalCount ?? 0) > 0
  useEffect(() => onReconnected(() => void lookForNewVersion()), [])
  useEffect(() => {
    mayRestart.set(!hasAlarm)
    return () => mayRestart.set(true)
  }, [hasAlarm])
  if (!isReplaced.use()) return null
  return (
    <ServiceNotice>
      <Notice action={{ label: t('version-load'), onClick: () => location.reload() }}>
        {t(hasAlarm ? 'version-alarm' : 'version-new')}
      </Notice>
    </ServiceNotice>
  )
}
