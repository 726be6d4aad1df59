/** Which form of the ministry the report is written in, and what of its layout could not be verified. REPORT-05. */
import type { AccidentDetail } from '@mimamori/contract/care/accident.ts'
import { useTranslation } from 'react-i18next'
import { Card } from '#ui/layout/card.tsx'

/** A near miss stays in the home: it has no form of the ministry. */
export function FormUsed({ accident: { kind, formVersion } }: { accident: AccidentDetail }) {
  const { t } = useTranslation('accident')
  if (kind === 'near-miss') return null
  return (
    <Card title={t('form-used')} help={t('form-used-help')}>
      <p>{t(`form-${formVersion}`)}</p>
    </Card>
  )
}
