/** Two names: a person hands over, another takes over. At a shared station both are chosen. HANDOVER-01. */
import type { HandoverSheet } from '@mimamori/contract/care/handover.ts'
import { Autocomplete, Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId } from '#lib/browser/without-tls.ts'
import { ApiError } from '#lib/service/api.ts'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { useUser } from '#lib/session/session.ts'
import { type Answerer, useAnswerers } from '#shared/answerers.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'
import css from './handover.module.css'
import { keyOf, useGive } from './handover-queries.ts'

type Props = { sheet: HandoverSheet; onClose: () => void }

export default function GiveDialog({ sheet, onClose }: Props) {
  const { t } = useTranslation('handover')
  const { t: ui } = useTranslation('ui')
  const { id, type } = useUser()
  const isStation = type === 'SHARED'
  const names = useAnswerers(true)
  const giving = useGive(keyOf(sheet))
  const [giver, setGiver] = useState<Answerer | null>(null)
  const [receiver, setReceiver] = useState<Answerer | null>(null)
  // A second try of the same press is the same handover.
  const [requestId] = useState(newId)
  const title = useId()
  const giverId = isStation ? giver?.userId : id
  const isSame = receiver !== null && receiver.userId === giverId
  const isReady = receiver !== null && giverId !== undefined && !isSame
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!isReady) return
    giving.mutate(
      { receiverId: receiver.userId, requestId, ...(isStation && { byUserId: giverId }) },
      {
        onSuccess: () => {
          notifySuccess(t('given', { name: receiver.userName }))
          onClose()
        },
        onError: (error) => {
          const isOwn = error instanceof ApiError && error.fields.receiverId === 'handover.same-person'
          notifyError(isOwn ? t('same-person') : errorTextNow(error))
        },
      },
    )
  }
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={title}>
      <form noValidate onSubmit={send}>
        <DialogTitle id={title}>{t('give')}</DialogTitle>
        <DialogContent className={css.form!}>
          <p className={css.soft}>{t('give-help')}</p>
          {names.error && !names.data && (
            <Notice action={{ label: ui('retry'), onClick: names.refetch }}>{t('names-failed')}</Notice>
          )}
          {isStation && <Person label={t('giver')} names={names.data} value={giver} onChoose={setGiver} />}
          <Person label={t('receiver')} names={names.data} value={receiver} onChoose={setReceiver} />
          {isSame && (
            <p role="alert" className={css.failed}>
              {t('same-person')}
            </p>
          )}
        </DialogContent>
        <DialogActions>
          <Button variant="text" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={giving.isPending} disabled={!isReady}>
            {t('give')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

type PersonProps = {
  label: string
  names: readonly Answerer[] | undefined
  value: Answerer | null
  onChoose: (person: Answerer | null) => void
}

export function Person({ label, names, value, onChoose }: PersonProps) {
  return (
    <Autocomplete
      options={names ?? []}
      loading={names === undefined}
      value={value}
      getOptionKey={({ userId }) => userId}
      getOptionLabel={({ userName }) => userName}
      isOptionEqualToValue={(option, chosen) => option.userId === chosen.userId}
      onChange={(_, chosen) => onChoose(chosen)}
      renderInput={(input) => <TextField {...input} label={label} required />}
    />
  )
}
