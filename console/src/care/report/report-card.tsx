/** The incident report on an alert's page: generate, watch it being written, read, edit, save, clear. REPORT-01. */
import type { AlertDetail } from '@mimamori/contract/alerting/alert.ts'
import { Button, Skeleton } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { useHasFeature } from '#lib/session/pro.ts'
import { useUser } from '#lib/session/session.ts'
import { ProFeature } from '#shared/pro-feature.tsx'
import { Late } from '#ui/feedback/late.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { LeaveGuard } from '#ui/form/leave-guard.tsx'
import { Card } from '#ui/layout/card.tsx'
import { LoadFailed } from '#ui/list/record-list.tsx'
import { AccidentButtons } from './accident-button.tsx'
import css from './report.module.css'
import { ReportBody } from './report-body.tsx'
import { ReportEditor } from './report-editor.tsx'
import { ReportSteps } from './report-steps.tsx'
import { useReport, useReportActs } from './use-report.ts'

export function ReportCard({ alert }: { alert: AlertDetail }) {
  const { t } = useTranslation('report')
  const isOpen = useHasFeature('incident-reports')
  return (
    <Card title={t('title')}>
      {isOpen ? (
        // Another alert is another report.
        <Report key={alert.id} alert={alert} />
      ) : (
        <ProFeature feature="incident-reports">
          <Nothing onGenerate={() => undefined} onWrite={() => undefined} />
        </ProFeature>
      )}
      <AccidentButtons alert={alert} />
    </Card>
  )
}

function Report({ alert }: { alert: AlertDetail }) {
  const { role } = useUser()
  const { store, state, query } = useReport(alert.id)
  const acts = useReportActs(store)
  const [edited, setEdited] = useState<{ content: string } | null>(null)
  const mayWrite = mayCall(role, 'eventDetail.create')
  const { detail, job, isGenerating } = state
  const generate = () => void acts.generate().catch(() => undefined)
  const isEditing = edited !== null

  if (!state.isLoaded) {
    if (query.error) return <LoadFailed error={query.error} onRetry={query.refetch} />
    return (
      <Late>
        <Skeleton variant="rounded" height={96} />
      </Late>
    )
  }
  if (isGenerating) return <ReportSteps job={job} />
  if (edited) {
    return (
      <>
        <LeaveGuard isDirty={isEditing} />
        <ReportEditor detail={detail} initial={edited.content} acts={acts} onClose={() => setEdited(null)} />
      </>
    )
  }
  return (
    <div className={css.stack}>
      {job?.state === 'failed' && <Failed error={job.error ?? 'unexpected'} onRetry={mayWrite ? generate : null} />}
      {detail ? (
        <ReportBody
          {...{ alert, detail, acts, mayWrite }}
          hasSavedToo={state.hasSavedToo}
          onEdit={() => setEdited({ content: detail.content })}
          onGenerate={generate}
        />
      ) : mayWrite ? (
        <Nothing onGenerate={generate} onWrite={() => setEdited({ content: '' })} />
      ) : (
        <NothingToRead />
      )}
    </div>
  )
}

function Nothing({ onGenerate, onWrite }: { onGenerate: () => void; onWrite: () => void }) {
  const { t } = useTranslation('report')
  return (
    <div className={css.nothing}>
      <p>{t('none')}</p>
      <p className={css.quiet}>{t('none-help')}</p>
      <div className={css.actions}>
        <Button variant="contained" onClick={onGenerate}>
          {t('generate')}
        </Button>
        <Button variant="text" onClick={onWrite}>
          {t('by-hand')}
        </Button>
      </div>
      <p className={css.quiet}>{t('disclaimer')}</p>
    </div>
  )
}

function NothingToRead() {
  const { t } = useTranslation('report')
  return <p className={css.quiet}>{t('none')}</p>
}

type FailedProps = { error: 'interrupted' | 'unexpected'; onRetry: (() => void) | null }

function Failed({ error, onRetry }: FailedProps) {
  const { t } = useTranslation('report')
  return (
    <Notice action={onRetry ? { label: t('retry'), onClick: onRetry } : undefined}>
      {t('generate-failed')}. {t(`failure-${error}`)}
    </Notice>
  )
}
