/** Missing fields and the steps of a report: reviewed by another user, submitted on a day, then the next one. REPORT-05. */
import type { AccidentDetail } from '@mimamori/contract/care/accident.ts'
import type { AccidentKey, OwnKey } from '@mimamori/contract/care/accident-form.ts'
import type { AccidentState } from '@mimamori/contract/care/care-lists.ts'
import { Button } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { useUser } from '#lib/session/session.ts'
import { useTime } from '#lib/time/use-time.ts'
import { Card } from '#ui/layout/card.tsx'
import css from './accident.module.css'
import { CheckReport, OpenNext, RemoveReport, SubmitReport } from './accident-steps.tsx'
import type { Writer } from './use-writer.tsx'

export function StateMark({ state }: { state: AccidentState }) {
  const { t } = useTranslation('accident')
  return (
    <span className={css.state} data-state={state}>
      {t(`state-${state}`)}
    </span>
  )
}

type Props = {
  accident: AccidentDetail
  /** Missing fields of the form as it is on the page. */
  missing: readonly (AccidentKey | OwnKey)[]
  isDirty: boolean
  writer: Writer
  onShow: (key: AccidentKey | OwnKey) => void
}

export function StateCard({ accident, missing, isDirty, writer, onShow }: Props) {
  const { t } = useTranslation('accident')
  const time = useTime()
  const { role } = useUser()
  const { state, submittedOn, checked } = accident
  const isAdmin = mayCall(role, 'accident.check')
  const steps = { accident, writer }
  if (state === 'submitted') {
    return (
      <Card title={t('state-submitted')}>
        <div className={css.stack}>
          <p>{t('submitted-note', { day: submittedOn ? time.date(`${submittedOn}T12:00:00Z`) : '' })}</p>
          {checked && (
            <p className={css.quiet}>{t('checked-by', { name: checked.name, time: time.dateTime(checked.at) })}</p>
          )}
          <OpenNext {...steps} />
        </div>
      </Card>
    )
  }
  return (
    <Card
      title={missing.length === 0 ? t('missing-none') : t('missing-title', { count: missing.length })}
      help={missing.length === 0 ? undefined : t('missing-help')}
    >
      <div className={css.stack}>
        {missing.length > 0 && <Missing {...{ accident, missing, onShow }} />}
        {state === 'draft' && missing.length === 0 && <Waiting accident={accident} isAdmin={isAdmin} />}
        {checked && <p>{t('checked-by', { name: checked.name, time: time.dateTime(checked.at) })}</p>}
        {isAdmin && (
          <div className={css.actions}>
            {state === 'draft' && (
              <CheckReport {...steps} isReady={missing.length === 0 && !isDirty && !accident.isOwn} />
            )}
            {state === 'checked' && !isDirty && accident.kind === 'accident' && <SubmitReport {...steps} />}
            {accident.submittedOn === null && <RemoveReport accident={accident} />}
          </div>
        )}
      </div>
    </Card>
  )
}

function Waiting({ accident: { isOwn }, isAdmin }: { accident: AccidentDetail; isAdmin: boolean }) {
  const { t } = useTranslation('accident')
  return <p className={css.quiet}>{t(isOwn && isAdmin ? 'own-check' : isAdmin ? 'to-check' : 'admin-checks')}</p>
}

function Missing({ accident: { ownItems }, missing, onShow }: Pick<Props, 'accident' | 'missing' | 'onShow'>) {
  const { t } = useTranslation('accident')
  const ownLabels = new Map(ownItems.map(({ id, label }): [string, string] => [`own.${id}`, label]))
  return (
    <ul className={css.missing} aria-label={t('missing-count')}>
      {missing.map((key) => (
        <li key={key}>
          <Button variant="text" size="small" onClick={() => onShow(key)}>
            {ownLabels.get(key) ?? t(`field-${key as AccidentKey}`)}
          </Button>
        </li>
      ))}
    </ul>
  )
}
