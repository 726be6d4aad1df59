/** On an alert: what made its app sure, in words, and the way to the page Why of its moment. METRIC-03. */
import type { Activity } from '@mimamori/contract/shared/apps.ts'
import { CircleHelp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '#ui/layout/link-button.tsx'
import css from './why.module.css'
import { useWhy } from './why-queries.ts'
import { furthestAround } from './why-runs.ts'
import { spanAround } from './why-search.ts'
import { gateWords, seenWords } from './why-words.ts'

type Props = { cameraId: string; activity: Activity; at: string }

/** `at`: ISO. The words come when the hub's measurements are there. */
export function WhyLink({ cameraId, activity, at }: Props) {
  const { t } = useTranslation(['measurement', 'activity'])
  const why = useWhy({ cameraId, at, ...spanAround(at, '2') })
  const raised = furthestAround(why.data?.seconds ?? [], Date.parse(at)).find(
    ({ appCode, gate }) => appCode === activity && gate === 'raised',
  )
  return (
    <>
      <LinkButton to="/app/why" search={{ cameraId, at }} startIcon={<CircleHelp size={18} />}>
        {t('why-this-alert')}
      </LinkButton>
      {why.data && raised && (
        <span className={css.brief}>
          {gateWords(t, raised, why.data.apps)} {seenWords(t, raised.second)}
        </span>
      )}
    </>
  )
}
