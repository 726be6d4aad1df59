/** Was it real? Staff judge an alert with one press and may say why; the choice stays visible and can be changed. ALERT-11. */

import type { AlertDetail, Verdict } from '@mimamori/contract/alerting/alert.ts'
import { VERDICTS } from '@mimamori/contract/alerting/alert-lists.ts'
import { VERDICT_REASON_MAX, VERDICT_REASONS } from '@mimamori/contract/alerting/alert-verdict.ts'
import { Button, TextField } from '@mui/material'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'
import { Card } from '#ui/layout/card.tsx'
import { usePatchAlert } from '../alert-queries.ts'
import css from './alert-verdict.module.css'
import { isCommonReason } from './verdict-words.ts'

export function AlertVerdict({ alert }: { alert: AlertDetail }) {
  const { t } = useTranslation('alert')
  const patch = usePatchAlert()
  const now = patch.isPending ? patch.variables : alert
  const shown = now.verdict ?? null
  const judge = (verdict: Verdict, verdictReason?: string) =>
    patch.mutate(
      { id: alert.id, verdict, ...(verdictReason && { verdictReason }) },
      { onSuccess: () => notifySuccess(t('verdict-saved')), onError: (error) => notifyError(errorTextNow(error)) },
    )
  return (
    <Card>
      <div className={css.line}>
        <h2 className={css.prompt}>{t('was-it-real')}</h2>
        <div className={css.answers}>
          {VERDICTS.map((verdict) => (
            <button
              key={verdict}
              type="button"
              className={css.answer}
              data-verdict={verdict}
              aria-pressed={shown === verdict}
              onClick={() => judge(verdict)}
            >
              {t(`verdict-${verdict}`)}
            </button>
          ))}
        </div>
      </div>
      {shown && (
        <Reason
          key={`${shown} ${alert.verdictReason}`}
          verdict={shown}
          reason={now.verdictReason ?? null}
          isBusy={patch.isPending}
          onReason={(reason) => judge(shown, reason)}
        />
      )}
    </Card>
  )
}

type ReasonProps = {
  verdict: Verdict
  reason: string | null
  isBusy: boolean
  onReason: (reason: string | undefined) => void
}

/** The common reasons are those of a false alarm; any judgement can have one in words. */
function Reason({ verdict, reason, isBusy, onReason }: ReasonProps) {
  const { t } = useTranslation('alert-tool')
  const isOwn = reason !== null && !isCommonReason(reason)
  const [isWriting, setWriting] = useState(false)
  return (
    <div className={css.reasons}>
      <h3 className={css.why}>{t('why')}</h3>
      <div className={css.answers}>
        {verdict !== 'real' &&
          VERDICT_REASONS.map((common) => (
            <button
              key={common}
              type="button"
              className={css.reason}
              aria-pressed={reason === common}
              onClick={() => onReason(reason === common ? undefined : common)}
            >
              {t(`reason-${common}`)}
            </button>
          ))}
        <button type="button" className={css.reason} aria-pressed={isOwn} onClick={() => setWriting(!isWriting)}>
          {isOwn ? reason : t('reason-other')}
        </button>
      </div>
      {isWriting && <OwnReason reason={isOwn ? reason : ''} isBusy={isBusy} onReason={onReason} />}
    </div>
  )
}

type OwnReasonProps = { reason: string; isBusy: boolean; onReason: (reason: string | undefined) => void }

function OwnReason({ reason, isBusy, onReason }: OwnReasonProps) {
  const { t } = useTranslation('alert-tool')
  const { t: ui } = useTranslation('ui')
  const [text, setText] = useState(reason)
  const save = (event: FormEvent) => {
    event.preventDefault()
    onReason(text.trim() || undefined)
  }
  return (
    <form className={css.own} onSubmit={save}>
      <TextField
        autoFocus
        fullWidth
        size="small"
        label={t('reason-in-words')}
        value={text}
        slotProps={{ htmlInput: { maxLength: VERDICT_REASON_MAX } }}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" variant="contained" loading={isBusy}>
        {ui('save')}
      </Button>
    </form>
  )
}
