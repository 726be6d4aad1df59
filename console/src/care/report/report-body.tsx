/** A report as it is read: its sentences with what they rest on, and what can be done with it. */

import type { AlertDetail } from '@mimamori/contract/alerting/alert.ts'
import type { EventDetail } from '@mimamori/contract/care/report.ts'
import { Button } from '@mui/material'
import { History, Pencil, Printer, RotateCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '#lib/service/patient-load.ts'
import { useTime } from '#lib/time/use-time.ts'
import { LazyOverlay } from '#ui/feedback/lazy-overlay.tsx'
import { ConfirmDialog } from '#ui/form/confirm-dialog.tsx'
import { LinkButton } from '#ui/layout/link-button.tsx'
import css from './report.module.css'
import { ReportBasisNote } from './report-basis.tsx'
import { ReportText } from './report-text.tsx'
import type { ReportActs } from './use-report.ts'

const ReportHistory = lazyPart(() => import('./report-history.tsx'))

type Props = {
  alert: AlertDetail
  detail: EventDetail
  acts: ReportActs
  mayWrite: boolean
  hasSavedToo: boolean
  onEdit: () => void
  onGenerate: () => void
}

export function ReportBody(props: Props) {
  const { alert, detail, hasSavedToo } = props
  const { t } = useTranslation('report')
  const time = useTime()
  const isDraft = detail.state === 'draft'
  return (
    <>
      <p className={css.state} data-state={detail.state}>
        {isDraft
          ? t('state-draft')
          : t('state-saved', { name: detail.editedByName, time: time.dateTime(detail.editedAt) })}
      </p>
      {isDraft && hasSavedToo && <p className={css.quiet}>{t('saved-behind')}</p>}
      <ReportText detail={detail} hasClip={alert.clipUrl !== null} />
      <p className={css.disclaimer}>{t('disclaimer')}</p>
      <ReportBasisNote detail={detail} />
      <Actions {...props} />
    </>
  )
}

type Asked = 'clear' | 'regenerate' | null

function Actions({ alert, detail, acts, mayWrite, onEdit, onGenerate }: Props) {
  const { t } = useTranslation('report')
  const [isSaving, setSaving] = useState(false)
  const [asked, setAsked] = useState<Asked>(null)
  const [hasHistory, setHistory] = useState(false)
  const isDraft = detail.state === 'draft'
  const save = async () => {
    setSaving(true)
    await acts.save(detail.content).catch(() => undefined)
    setSaving(false)
  }
  // A saved report stays beside the draft, so that nothing is lost by asking for one.
  const regenerate = () => (isDraft ? setAsked('regenerate') : onGenerate())
  return (
    <div className={css.actions}>
      {mayWrite && isDraft && (
        <Button variant="contained" loading={isSaving} onClick={save}>
          {t('save')}
        </Button>
      )}
      {mayWrite && (
        <Button startIcon={<Pencil size={18} />} onClick={onEdit}>
          {t('edit')}
        </Button>
      )}
      <LinkButton startIcon={<Printer size={18} />} to="/app/alerts/report/$alertId" params={{ alertId: alert.id }}>
        {t('print')}
      </LinkButton>
      {detail.editCount > 0 && (
        <Button startIcon={<History size={18} />} onClick={() => setHistory(true)}>
          {t('history')}
        </Button>
      )}
      {mayWrite && (
        <>
          <Button startIcon={<RotateCw size={18} />} onClick={regenerate}>
            {t('regenerate')}
          </Button>
          <Button color="error" startIcon={<Trash2 size={18} />} onClick={() => setAsked('clear')}>
            {t('clear')}
          </Button>
        </>
      )}
      <Prompts {...{ asked, detail, acts, onGenerate }} onClose={() => setAsked(null)} />
      {hasHistory && (
        <LazyOverlay onFailed={() => setHistory(false)}>
          <ReportHistory {...{ detail, acts, mayWrite }} onClose={() => setHistory(false)} />
        </LazyOverlay>
      )}
    </div>
  )
}

type PromptProps = Pick<Props, 'detail' | 'acts' | 'onGenerate'> & { asked: Asked; onClose: () => void }

function Prompts({ asked, detail, acts, onGenerate, onClose }: PromptProps) {
  const { t } = useTranslation('report')
  const isClear = asked === 'clear'
  const confirm = async () => {
    if (isClear) await acts.remove(detail)
    else onGenerate()
    onClose()
  }
  return (
    <ConfirmDialog
      open={asked !== null}
      title={t(isClear ? 'clear-title' : 'regenerate-title')}
      text={t(!isClear ? 'regenerate-draft' : detail.state === 'draft' ? 'clear-draft' : 'clear-saved')}
      verb={t(isClear ? 'clear' : 'regenerate')}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
