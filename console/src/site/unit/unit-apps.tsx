/** What a unit says about each app. UNIT-01, APP-02. */
import type { UnitDetail } from '@mimamori/contract/site/unit.ts'
import { useTranslation } from 'react-i18next'
import { FollowedApps } from '#shared/followed-apps.tsx'
import { useSaveUnitApp } from './unit-queries.ts'

export function UnitApps({ unit }: { unit: UnitDetail }) {
  const { t } = useTranslation('unit')
  const save = useSaveUnitApp(unit.id)
  const words = {
    title: t('section-apps'),
    help: t('section-apps-help'),
    unsaidState: t('as-site'),
    unsaidSchedule: t('as-site'),
    scheduleHelp: t('schedule-help'),
  }
  return (
    <div style={{ maxWidth: 720, margin: 'var(--space-6) auto 0' }}>
      <FollowedApps apps={unit.apps} words={words} save={save} />
    </div>
  )
}
