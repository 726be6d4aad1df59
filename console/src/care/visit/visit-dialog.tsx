/** How long somebody is with the resident, and which alarms pause meanwhile. Falls go on unless somebody chooses them. ALARM-08. */

import {
  VISIT_ALONE_MINUTES,
  VISIT_MINUTES,
  VISIT_USUAL_APPS,
  type VisitMinutes,
} from '@mimamori/contract/care/room-state.ts'
import { ALERT_APP_CODES, type AlertAppCode } from '@mimamori/contract/shared/app-catalogue.ts'
import { Button, Checkbox, Dialog, DialogActions, DialogContent, DialogTitle, FormControlLabel } from '@mui/material'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId } from '#lib/browser/without-tls.ts'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { useUser } from '#lib/session/session.ts'
import NameDialog from '#shared/names/name-dialog.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'
import css from './visit.module.css'
import { useStartVisit } from './visit-queries.ts'

type Props = { cameraId: string; about: string; onClose: () => void }

/** Bed exits first, falls last and apart. */
const CODES = [...ALERT_APP_CODES].sort((a, b) => Number(a === 'A005') - Number(b === 'A005') || b.localeCompare(a))

export default function VisitDialog({ cameraId, about, onClose }: Props) {
  const { t } = useTranslation('visit')
  const { t: ui } = useTranslation('ui')
  const { isStation, isNaming, setNaming, start, isPending } = useStart(cameraId, onClose)
  const [minutes, setMinutes] = useState<VisitMinutes>(30)
  const [codes, setCodes] = useState<readonly AlertAppCode[]>(VISIT_USUAL_APPS)
  const title = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A form within a page's form, as React sees it.
    event.stopPropagation()
    if (codes.length === 0) return
    if (isStation) setNaming(true)
    else start({ minutes, codes })
  }
  if (isNaming) {
    const choose = (byUserId: string) => start({ minutes, codes, byUserId })
    return <NameDialog prompt={t('who')} about={about} likely={[]} onChoose={choose} onClose={() => setNaming(false)} />
  }
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={title}>
      <form noValidate onSubmit={submit}>
        <DialogTitle id={title}>
          {t('title')}
          <span className={css.about}>{about}</span>
        </DialogTitle>
        <DialogContent>
          <p className={css.help}>{t('help', { minutes: VISIT_ALONE_MINUTES })}</p>
          <Minutes chosen={minutes} onChoose={setMinutes} />
          <Apps chosen={codes} onChoose={setCodes} />
          {codes.length === 0 && (
            <p role="alert" className={css.missing}>
              {t('choose-app')}
            </p>
          )}
        </DialogContent>
        <DialogActions>
          <Button variant="text" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={isPending} disabled={codes.length === 0}>
            {t('start')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

type Chosen = { minutes: VisitMinutes; codes: readonly AlertAppCode[]; byUserId?: string }

/** At a shared station the name is asked for first. */
function useStart(cameraId: string, onClose: () => void) {
  const { t } = useTranslation('visit')
  const isStation = useUser().type === 'SHARED'
  const starting = useStartVisit()
  const [isNaming, setNaming] = useState(false)
  // A second try of the same press is the same visit.
  const [requestId] = useState(newId)
  const start = ({ minutes, codes, byUserId }: Chosen) =>
    starting.mutate(
      { cameraId, minutes, appCodes: [...codes], requestId, byUserId },
      {
        onSuccess: () => {
          notifySuccess(t('started', { count: minutes }))
          onClose()
        },
        onError: (error) => {
          setNaming(false)
          notifyError(errorTextNow(error))
        },
      },
    )
  return { isStation, isNaming, setNaming, start, isPending: starting.isPending }
}

function Minutes({ chosen, onChoose }: { chosen: VisitMinutes; onChoose: (minutes: VisitMinutes) => void }) {
  const { t } = useTranslation('visit')
  const name = useId()
  return (
    <fieldset className={css.minutes}>
      <legend className={css.legend}>{t('how-long')}</legend>
      {VISIT_MINUTES.map((minutes) => (
        <label key={minutes} className={css.minute} data-on={minutes === chosen || undefined}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            // biome-ignore lint/a11y/noAutofocus: the dialog was opened to choose one of them
            autoFocus={minutes === chosen}
            checked={minutes === chosen}
            onChange={() => onChoose(minutes)}
          />
          {t('minutes', { count: minutes })}
        </label>
      ))}
    </fieldset>
  )
}

type AppsProps = { chosen: readonly AlertAppCode[]; onChoose: (codes: readonly AlertAppCode[]) => void }

function Apps({ chosen, onChoose }: AppsProps) {
  const { t } = useTranslation('visit')
  const { t: word } = useTranslation('word')
  const hasFalls = chosen.includes('A005')
  const toggle = (code: AlertAppCode) =>
    onChoose(chosen.includes(code) ? chosen.filter((one) => one !== code) : [...chosen, code])
  return (
    <fieldset className={css.apps}>
      <legend className={css.legend}>{t('which')}</legend>
      {CODES.map((code) => (
        <FormControlLabel
          key={code}
          className={code === 'A005' ? css.fall! : ''}
          control={<Checkbox checked={chosen.includes(code)} onChange={() => toggle(code)} />}
          label={word(`app-${code}`)}
        />
      ))}
      {hasFalls ? <Notice>{t('falls-paused')}</Notice> : <p className={css.help}>{t('falls-go-on')}</p>}
    </fieldset>
  )
}
