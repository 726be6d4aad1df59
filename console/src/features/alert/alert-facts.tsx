/** The plain facts of an alert, name by name. ALERT-01. */
import type { AlertDetail } from '@mimamori/contract/alert.ts'
import { useTranslation } from 'react-i18next'
import { useTime } from '#lib/use-time.ts'
import { Facts } from '#ui/detail-layout.tsx'

export function AlertFacts({ alert }: { alert: AlertDetail }) {
  const { t, i18n } = useTranslation('alert')
  const { t: word } = useTranslation('word')
  const { t: tool } = useTranslation('alert-tool')
  const time = useTime()
  const delayMs = Date.parse(alert.createdAt) - Date.parse(alert.occurredAt)
  const delay = new Intl.NumberFormat(i18n.language, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(Math.max(0, delayMs / 1000))
  return (
    <Facts
      facts={[
        [alert.cameraId === null ? tool('hub') : t('camera'), alert.cameraName],
        [t('location'), alert.location],
        [t('unit'), alert.unitName ?? '—'],
        [t('app'), word(`app-${alert.activity}`)],
        [t('when'), time.exact(alert.occurredAt)],
        [t('stored-after'), delay],
        [t('inferenced-by'), t(`inferenced-by-${alert.inferencedBy}`)],
        ...(alert.darkCameras === null ? [] : [[tool('dark-cameras'), String(alert.darkCameras)] as const]),
        [t('seen-by'), alert.firstSeen?.userName ?? t('nobody')],
      ]}
    />
  )
}
