/** On a false alarm, for an administrator that is asked: beside the clip, the change that would leave fewer of them. ALARM-08. */
import { ALERT_APP_CODES } from '@mimamori/contract/shared/app-catalogue.ts'
import { useTranslation } from 'react-i18next'
import { Card } from '#ui/layout/card.tsx'
import { AppChange } from './app-change.tsx'

/** Nothing where no app of the camera raised it: a camera without images has no settings to change. */
export function FewerCard({ cameraId, activity }: { cameraId: string; activity: string }) {
  const { t } = useTranslation('app-change')
  const appCode = ALERT_APP_CODES.find((code) => code === activity)
  if (!appCode) return null
  return (
    <Card title={t('title')} help={t('help')}>
      <AppChange cameraId={cameraId} appCode={appCode} />
    </Card>
  )
}
