/** alerts/detail/{alertId}: what happened, its video, its answer. Opening it marks it read, and answers nothing. ALERT-05, ALERT-06. */
import type { AlertDetail } from '@mimamori/contract/alerting/alert.ts'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/service/api.ts'
import { useUser } from '#lib/session/session.ts'
import { useTime } from '#lib/time/use-time.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { NothingMatches } from '#ui/feedback/illustrations.tsx'
import { Card } from '#ui/layout/card.tsx'
import { DetailLayout } from '#ui/layout/detail-layout.tsx'
import { LinkButton } from '#ui/layout/link-button.tsx'
import { LoadFailed } from '#ui/list/record-list.tsx'
import { mayMark } from '../alert-deeds.ts'
import { useAlert, usePatchAlert } from '../alert-queries.ts'
import { AlertDetailHeader } from './alert-detail-header.tsx'
import { AlertDetailSkeleton } from './alert-detail-skeleton.tsx'
import { AlertFacts } from './alert-facts.tsx'
import { AlertMedia } from './alert-media.tsx'
import { AlertSteps } from './alert-steps.tsx'
import { AlertVerdict } from './alert-verdict.tsx'
import { useNeighbours } from './use-neighbours.ts'

const route = getRouteApi('/app/alerts/detail/$alertId')

/** What other nouns add to an alert; `app` fills it. */
type AlertSlots = {
  /** Above everything: where an alarm stands, and its buttons. ALARM-02. */
  answer?: (alert: AlertDetail) => ReactNode
  /** Below the clip: the way to the recording around the alert. ALERT-07. */
  fullClip?: (alert: AlertDetail) => ReactNode
  /** After a verdict of a false alarm: what can be done so that it does not come again. ALARM-08. */
  afterFalse?: (alert: AlertDetail) => ReactNode
  /** Before the report: notes, and colleagues that are asked. ALARM-07. */
  note?: (alert: AlertDetail) => ReactNode
  /** At the end of the left side: the incident report. REPORT-01. */
  report?: (alert: AlertDetail) => ReactNode
}

export function AlertDetailPage(slots: AlertSlots) {
  const { t } = useTranslation('alert')
  const { alertId } = route.useParams()
  const alert = useAlert(alertId)
  if (alert.data) return <Found key={alertId} alert={alert.data} {...slots} />
  if (!alert.error) return <AlertDetailSkeleton />
  const isMissing = alert.error instanceof ApiError && [400, 404].includes(alert.error.status)
  return isMissing ? (
    <EmptyState
      role="alert"
      image={<NothingMatches />}
      title={t('not-found')}
      action={<LinkButton to="/app/alerts/list">{t('back-to-list')}</LinkButton>}
    />
  ) : (
    <LoadFailed error={alert.error} onRetry={alert.refetch} />
  )
}

function Found({ alert, answer, fullClip, afterFalse, note, report }: AlertSlots & { alert: AlertDetail }) {
  const { t } = useTranslation('alert')
  const time = useTime()
  const { role } = useUser()
  const search = route.useSearch()
  useMarkSeen(alert)
  const neighbours = useNeighbours(alert, search)
  const where = [alert.unitName, time.dateTime(alert.occurredAt)].filter(Boolean).join(' · ')
  return (
    <>
      <AlertDetailHeader alert={alert} subtitle={where} search={search} neighbours={neighbours} />
      <DetailLayout
        main={
          <>
            {answer?.(alert)}
            <AlertMedia alert={alert} />
            {fullClip?.(alert)}
            {mayMark(role) && <AlertVerdict alert={alert} />}
            {alert.verdict === 'false-alarm' && afterFalse?.(alert)}
            {note?.(alert)}
            {report?.(alert)}
          </>
        }
        aside={
          <>
            <Card title={t('what-happened')}>
              <AlertSteps alert={alert} />
            </Card>
            <Card title={t('facts')}>
              <AlertFacts alert={alert} />
            </Card>
          </>
        }
      />
    </>
  )
}

/** Once for each alert; a DEMO_USER leaves no mark. */
function useMarkSeen({ id, hasRead }: AlertDetail): void {
  const { role } = useUser()
  const { mutate } = usePatchAlert()
  useEffect(() => {
    if (!hasRead && mayMark(role)) mutate({ id, hasRead: true })
  }, [id, hasRead, role, mutate])
}
