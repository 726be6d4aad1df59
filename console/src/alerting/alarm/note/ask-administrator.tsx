/** After a false alarm: a note with the alert's address to the site's administrators, who can change the settings. ALARM-08. */
import { Button, TextField } from '@mui/material'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId } from '#lib/browser/without-tls.ts'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { useUser } from '#lib/session/session.ts'
import NameDialog from '#shared/names/name-dialog.tsx'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'
import { Card } from '#ui/layout/card.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import css from './alert-note.module.css'
import { useAddNote, useColleagues } from './use-notes.ts'

export function AskAdministrator({ alertId, about }: { alertId: string; about: string }) {
  const { t } = useTranslation('alert-note')
  const query = useColleagues(alertId)
  return (
    <Card title={t('administrator')} help={t('administrator-help')}>
      <Loaded query={query}>
        {(colleagues) => (
          <Prompt
            alertId={alertId}
            about={about}
            administrators={colleagues.filter(({ isAdministrator }) => isAdministrator)}
          />
        )}
      </Loaded>
    </Card>
  )
}

type Props = { alertId: string; about: string; administrators: readonly { userId: string; userName: string }[] }

function Prompt({ alertId, about, administrators }: Props) {
  const { t } = useTranslation('alert-note')
  const isStation = useUser().type === 'SHARED'
  const adding = useAddNote(alertId)
  const [text, setText] = useState(() => t('administrator-note'))
  const [isNaming, setNaming] = useState(false)
  const [requestId, setRequestId] = useState(newId)
  const send = (byUserId?: string) => {
    setNaming(false)
    const userIds = administrators.map(({ userId }) => userId)
    adding.mutate(
      { requestId, text, userIds, ...(byUserId && { byUserId }) },
      {
        onSuccess: ({ asked }) => {
          const names = asked.map(({ userName }) => userName).join(t('between-names'))
          notifySuccess(names ? t('asked', { names }) : t('saved'))
          setRequestId(newId())
        },
        onError: (error) => notifyError(errorTextNow(error)),
      },
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isStation) setNaming(true)
    else send()
  }
  return (
    <form className={css.form} onSubmit={submit} noValidate>
      {administrators.length === 0 && <p className={css.quiet}>{t('no-administrator')}</p>}
      <TextField
        label={t('text')}
        value={text}
        multiline
        minRows={2}
        slotProps={{ htmlInput: { maxLength: 2000 } }}
        onChange={({ target }) => setText(target.value)}
      />
      <div className={css.actions}>
        <Button type="submit" variant="outlined" loading={adding.isPending} disabled={text.trim() === ''}>
          {administrators.length > 0 ? t('ask-administrator') : t('save')}
        </Button>
      </div>
      {isNaming && (
        <NameDialog prompt={t('writer')} about={about} likely={[]} onChoose={send} onClose={() => setNaming(false)} />
      )}
    </form>
  )
}
