/** At a shared station: the PIN of the person who ends an alarm. REACH-25. */
import { pinEntry } from '@mimamori/contract/identity/station-pin.ts'
import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/service/api.ts'
import { PasswordField } from '#ui/form/field/password-field.tsx'
import { CardForm } from '#ui/form/record-form.tsx'
import { useRecordForm } from '#ui/form/use-record-form.ts'
import type { Answerer } from '../answerers.ts'
import css from './name-dialog.module.css'

type Props = {
  person: Answerer
  about: string
  onProven: (proof: string) => void
  onBack: () => void
  onClose: () => void
}

export function PinStep({ person, about, onProven, onBack, onClose }: Props) {
  const { t } = useTranslation('station-pin')
  const { t: ui } = useTranslation('ui')
  const title = useId()
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={title}>
      <DialogTitle id={title}>
        {t('of', { name: person.userName })}
        <span className={css.about}>{about}</span>
      </DialogTitle>
      <DialogContent>
        {person.hasPin === false ? (
          <p>{t('missing')}</p>
        ) : (
          <Entry person={person} onProven={onProven} onBack={onBack} />
        )}
      </DialogContent>
      {person.hasPin === false && (
        <DialogActions>
          <Button variant="text" onClick={onBack}>
            {ui('back')}
          </Button>
        </DialogActions>
      )}
    </Dialog>
  )
}

const BLANK = { pin: '' }

function Entry({ person, onProven, onBack }: Pick<Props, 'person' | 'onProven' | 'onBack'>) {
  const { t } = useTranslation('station-pin')
  const state = useRecordForm({
    schema: pinEntry,
    values: BLANK,
    saved: null,
    save: ({ pin }) => call('stationPin.prove', { body: { userId: person.userId, pin } }),
    onSaved: ({ proof }) => onProven(proof),
  })
  return (
    <CardForm label={t('of', { name: person.userName })} state={state} verb={t('verb')} onCancel={onBack}>
      <PasswordField
        control={state.form.control}
        name="pin"
        label={t('pin')}
        autoComplete="one-time-code"
        isNumeric
        required
        autoFocus
      />
    </CardForm>
  )
}
