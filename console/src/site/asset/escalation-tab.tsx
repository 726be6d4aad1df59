/** Settings, tab Escalation: who is notified if nobody has seen an alert in time; part of the PRO package. SET-02, NAV-11. */
import type { Escalation } from '@mimamori/contract/site/asset.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useHasFeature } from '#lib/session/pro.ts'
import { ProFeature } from '#shared/pro-feature.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { NothingYet } from '#ui/feedback/illustrations.tsx'
import { LinkButton } from '#ui/layout/link-button.tsx'
import type { ListColumn } from '#ui/list/list-column.ts'
import { useScheduleWords } from '#ui/schedule-editor/schedule-words.ts'
import { AssetList } from './asset-list.tsx'

export function EscalationTab() {
  const isOn = useHasFeature('escalation-rules')
  const columns = useEscalationColumns()
  if (isOn) return <AssetList kind="escalation" type="ESCALATION" columns={columns} />
  return (
    <ProFeature feature="escalation-rules">
      <WithoutPro />
    </ProFeature>
  )
}

/** The service returns no rules without the package: the page explains it. */
function WithoutPro() {
  const { t } = useTranslation('asset')
  return (
    <EmptyState
      image={<NothingYet />}
      title={t('escalation-help')}
      help={t('escalation-none-help')}
      action={
        <LinkButton to="/app/settings/asset/$assetType/new" params={{ assetType: 'escalation' }} variant="contained">
          {t('escalation-new')}
        </LinkButton>
      }
    />
  )
}

function useEscalationColumns(): ListColumn<Escalation>[] {
  const { t } = useTranslation('asset')
  const words = useScheduleWords()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `words` follows the language, as `t` does
  return useMemo(() => {
    const threshold = ({ thresholdMinutes }: Escalation) => t('threshold-minutes', { count: thresholdMinutes })
    const recipients = ({ users, units }: Escalation) => [...units, ...users].map(({ name }) => name).join(', ')
    const hours = ({ activeHours }: Escalation) => words(activeHours)
    return [
      { id: 'threshold', header: t('threshold'), cell: threshold, csv: ({ thresholdMinutes }) => thresholdMinutes },
      { id: 'recipients', header: t('recipients'), cell: recipients, csv: recipients },
      { id: 'hours', header: t('active-hours'), cell: hours, csv: hours },
    ]
  }, [t])
}
