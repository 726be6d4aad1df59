/** On the alert's page: a note, and colleagues that are asked to look. ALARM-07. */
import { Autocomplete, Button, Skeleton, TextField } from '@mui/material'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId } from '#lib/browser/without-tls.ts'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { type Answerer, useAnswerers } from '#shared/answerers.ts'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'
import { Card } from '#ui/layout/card.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import { useMe } from '../press/use-press.tsx'
import css from './alert-note.module.css'
import { useAddNote, useColleagues } from './use-notes.ts'

type Colleague = Answerer & { isOnDuty: boolean }

export function AlertNoteCard({ alertId }: { alertId: string }) {
  const { t } = useTranslation('alert-note')
  const query = useColleagues(alertId)
  return (
    <Card title={t('title')} help={t('help')}>
      <Loaded query={query} skeleton={<Skeleton variant="rounded" height={160} />}>
        {(colleagues) => <NoteForm key={alertId} alertId={alertId} colleagues={colleagues} />}
      </Loaded>
    </Card>
  )
}

function NoteForm({ alertId, colleagues }: { alertId: string; colleagues: readonly Colleague[] }) {
  const { t } = useTranslation('alert-note')
  const { isStation } = useMe()
  const note = useNote(alertId)
  const { text, asked, writer } = note
  const isReady = (text.trim() !== '' || asked.length > 0) && (!isStation || writer !== null)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) note.send()
  }
  return (
    <form className={css.form} onSubmit={send} noValidate>
      <TextField
        label={t('text')}
        value={text}
        multiline
        minRows={2}
        slotProps={{ htmlInput: { maxLength: 2000 } }}
        onChange={({ target }) => note.setText(target.value)}
      />
      <Colleagues colleagues={colleagues} asked={asked} onAsk={note.setAsked} />
      {isStation && <Writer writer={writer} onChoose={note.setWriter} />}
      <div className={css.actions}>
        <Button type="submit" variant="contained" disabled={!isReady || note.isPending}>
          {asked.length > 0 ? t('ask') : t('save')}
        </Button>
      </div>
    </form>
  )
}

/** What is being written; it stays until the service has it. */
function useNote(alertId: string) {
  const { t } = useTranslation('alert-note')
  const adding = useAddNote(alertId)
  const [text, setText] = useState('')
  const [asked, setAsked] = useState<readonly Colleague[]>([])
  const [writer, setWriter] = useState<Answerer | null>(null)
  // A second try of the same note is the same note.
  const [requestId, setRequestId] = useState(newId)
  const send = () => {
    const userIds = asked.map(({ userId }) => userId)
    adding.mutate(
      { requestId, text, userIds, ...(writer && { byUserId: writer.userId }) },
      {
        onSuccess: (answer) => {
          const names = answer.asked.map(({ userName }) => userName).join(t('between-names'))
          notifySuccess(names ? t('asked', { names }) : t('saved'))
          setText('')
          setAsked([])
          setRequestId(newId())
        },
        onError: (error) => notifyError(errorTextNow(error)),
      },
    )
  }
  return { text, setText, asked, setAsked, writer, setWriter, send, isPending: adding.isPending }
}

type ColleaguesProps = {
  colleagues: readonly Colleague[]
  asked: readonly Colleague[]
  onAsk: (asked: readonly Colleague[]) => void
}

function Colleagues({ colleagues, asked, onAsk }: ColleaguesProps) {
  const { t } = useTranslation('alert-note')
  const onDuty = colleagues.filter(({ isOnDuty }) => isOnDuty)
  if (colleagues.length === 0) return <p className={css.quiet}>{t('nobody')}</p>
  return (
    <>
      <Autocomplete
        multiple
        disableCloseOnSelect
        filterSelectedOptions
        options={colleagues}
        value={[...asked]}
        getOptionKey={({ userId }) => userId}
        getOptionLabel={({ userName, isOnDuty }) => (isOnDuty ? `${userName} (${t('on-duty')})` : userName)}
        isOptionEqualToValue={(option, value) => option.userId === value.userId}
        onChange={(_, chosen) => onAsk(chosen)}
        renderInput={(input) => <TextField {...input} label={t('colleagues')} helperText={t('colleagues-help')} />}
      />
      <div className={css.actions}>
        {onDuty.length > 0 ? (
          <Button variant="outlined" onClick={() => onAsk(onDuty)}>
            {t('choose-on-duty')}
          </Button>
        ) : (
          <p className={css.quiet}>{t('none-on-duty')}</p>
        )}
      </div>
    </>
  )
}

type WriterProps = { writer: Answerer | null; onChoose: (writer: Answerer | null) => void }

/** At a shared station nobody is chosen beforehand. */
function Writer({ writer, onChoose }: WriterProps) {
  const { t } = useTranslation('alert-note')
  const names = useAnswerers(true)
  return (
    <Autocomplete
      options={names.data ?? []}
      loading={names.isPending}
      value={writer}
      getOptionKey={({ userId }) => userId}
      getOptionLabel={({ userName }) => userName}
      isOptionEqualToValue={(option, value) => option.userId === value.userId}
      onChange={(_, chosen) => onChoose(chosen)}
      renderInput={(input) => <TextField {...input} label={t('writer')} required />}
    />
  )
}
