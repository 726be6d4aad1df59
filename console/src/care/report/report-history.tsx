/** Who changed a saved report, when, from what to what; an earlier text can be brought back. Loaded when it is asked for. */
import type { EventDetail, ReportEdit } from '@mimamori/contract/care/report.ts'
import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '#lib/service/use-call.ts'
import { useTime } from '#lib/time/use-time.ts'
import { Loaded } from '#ui/list/loaded.tsx'
import css from './report.module.css'
import type { ReportActs } from './use-report.ts'

type Props = { detail: EventDetail; acts: ReportActs; mayWrite: boolean; onClose: () => void }

export default function ReportHistory({ detail, acts, mayWrite, onClose }: Props) {
  const { t } = useTranslation('report')
  const history = useCall(['report', 'history', detail.id, detail.version], 'eventDetail.history', {
    params: { id: detail.id },
  })
  const restore = async (edit: ReportEdit) => {
    await acts.restore(edit.id, detail)
    onClose()
  }
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby="report-history">
      <DialogTitle id="report-history">{t('history-title')}</DialogTitle>
      <DialogContent>
        <Loaded query={history}>
          {({ records }) =>
            records.length === 0 ? (
              <p>{t('history-none')}</p>
            ) : (
              <ol className={css.edits}>
                {records.map((edit) => (
                  <Edit key={edit.id} edit={edit} onRestore={mayWrite ? () => restore(edit) : null} />
                ))}
              </ol>
            )
          }
        </Loaded>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('close')}</Button>
      </DialogActions>
    </Dialog>
  )
}

function Edit({ edit, onRestore }: { edit: ReportEdit; onRestore: (() => Promise<void>) | null }) {
  const { t } = useTranslation('report')
  const time = useTime()
  const [isBusy, setBusy] = useState(false)
  const restore = async () => {
    setBusy(true)
    await onRestore!().catch(() => setBusy(false))
  }
  return (
    <li className={css.edit}>
      <p>
        <strong>{t(`edit-${edit.kind}`, { name: edit.userName })}</strong>{' '}
        <time dateTime={edit.at} className={css.quiet}>
          {time.exact(edit.at)}
        </time>
      </p>
      <div className={css.sides}>
        <Side title={t('before')} text={edit.before} />
        <Side title={t('after')} text={edit.after} />
      </div>
      {onRestore && (
        <Button loading={isBusy} onClick={restore}>
          {t('restore')}
        </Button>
      )}
    </li>
  )
}

function Side({ title, text }: { title: string; text: string }) {
  return (
    <section aria-label={title}>
      <h3 className={css.heading}>{title}</h3>
      <p className={css.pre}>{text}</p>
    </section>
  )
}
