/** accidents/{id}: the ministry's form, missing fields, its state, its files and its revisions. REPORT-05. */
import type { AccidentDetail } from '@mimamori/contract/care/accident.ts'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useTime } from '#lib/time/use-time.ts'
import { BackLink, LinkButton } from '#ui/layout/link-button.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import { AccidentEditor } from './accident-editor.tsx'
import { FileButtons } from './accident-files.tsx'
import { useAccident } from './accident-queries.ts'
import { StateMark } from './accident-state.tsx'

const route = getRouteApi('/app/accidents/$accidentId')

export function AccidentPage() {
  const { t } = useTranslation('accident')
  const { accidentId } = route.useParams()
  const accident = useAccident(accidentId)
  const { data } = accident
  return (
    <>
      <PageHeader
        lead={<BackLink to="/app/accidents" label={t('back')} />}
        title={data ? data.personName || t('nobody') : t('one')}
        subtitle={data && <About accident={data} />}
        actions={data && <Actions accident={data} />}
      />
      <Loaded query={accident}>
        {(found) => <AccidentEditor key={found.id} accident={found} onReload={accident.refetch} />}
      </Loaded>
    </>
  )
}

function About({ accident: { kind, state, issue, isFinal, location, occurredAt } }: { accident: AccidentDetail }) {
  const { t } = useTranslation('accident')
  const time = useTime()
  const parts = [
    t(`kind-${kind}`),
    kind === 'accident' && t('issue-n', { issue }),
    isFinal && t('field-isFinal'),
    location,
    occurredAt && time.dateTime(occurredAt),
  ]
  return (
    <>
      <StateMark state={state} /> {parts.filter(Boolean).join(' · ')}
    </>
  )
}

function Actions({ accident: { id, alertId, residentId } }: { accident: AccidentDetail }) {
  const { t } = useTranslation('accident')
  return (
    <>
      {alertId && (
        <LinkButton to="/app/alerts/detail/$alertId" params={{ alertId }} variant="text">
          {t('to-alert')}
        </LinkButton>
      )}
      {residentId && (
        <LinkButton to="/app/residents/$residentId" params={{ residentId }} variant="text">
          {t('to-resident')}
        </LinkButton>
      )}
      <FileButtons id={id} />
    </>
  )
}
