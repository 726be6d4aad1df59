/** virtualCheckIn/detail/{eventId}: one check-in, its note, and what became of the note. LIVE-03. */
import { CHECK_IN_NOTE_MAX, type CheckInDetail } from '@mimamori/contract/care/event.ts'
import { Alert, Button, TextField } from '@mui/material'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { useErrorText } from '#lib/service/use-error-text.ts'
import { useUser } from '#lib/session/session.ts'
import { duration } from '#lib/time/time.ts'
import { useTime } from '#lib/time/use-time.ts'
import { notifySuccess } from '#ui/feedback/toast.ts'
import { LeaveGuard } from '#ui/form/leave-guard.tsx'
import { Card } from '#ui/layout/card.tsx'
import { DetailLayout, Facts } from '#ui/layout/detail-layout.tsx'
import { BackLink, LinkButton } from '#ui/layout/link-button.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import css from './event.module.css'
import { useCheckIn, useSaveNote } from './event-queries.ts'

const route = getRouteApi('/app/virtualCheckIn/detail/$eventId')

export function EventDetailPage() {
  const { t } = useTranslation('event')
  const { eventId } = route.useParams()
  const { role } = useUser()
  const query = useCheckIn(eventId)
  const back = t('back-to-list')
  const found = query.data
  return (
    <>
      <PageHeader
        lead={<BackLink to="/app/virtualCheckIn" label={back} />}
        title={found?.location ?? t('detail')}
        subtitle={found && [found.unitName, found.cameraName].filter(Boolean).join(' · ')}
        actions={
          found &&
          mayCall(role, 'event.open') && (
            <LinkButton to="/app/virtualCheckIn/room/$cameraId" params={{ cameraId: found.cameraId }}>
              {t('look-again')}
            </LinkButton>
          )
        }
      />
      <Loaded query={query}>
        {(checkIn) => (
          <DetailLayout
            main={
              <>
                <Note key={checkIn.id} checkIn={checkIn} />
                {checkIn.noteEdits.length > 0 && <History checkIn={checkIn} />}
              </>
            }
            aside={
              <Card title={t('facts')}>
                <CheckInFacts checkIn={checkIn} />
              </Card>
            }
          />
        )}
      </Loaded>
    </>
  )
}

function CheckInFacts({ checkIn }: { checkIn: CheckInDetail }) {
  const { t } = useTranslation('event')
  const time = useTime()
  const { eventTime, userName, stationName, monitoredDurationSeconds, streamTime, endedAt } = checkIn
  const person = stationName === null ? userName : t('station', { name: userName, station: stationName })
  return (
    <Facts
      facts={[
        [t('event-time'), time.dateTime(eventTime)],
        [t('person'), person],
        [t('watched'), duration(monitoredDurationSeconds * 1000)],
        [t('stream-time'), streamTime ? time.clock(streamTime) : t('no-image')],
        [t('ended'), endedAt ? time.clock(endedAt) : t('running')],
      ]}
    />
  )
}

function Note({ checkIn }: { checkIn: CheckInDetail }) {
  const { t } = useTranslation('event')
  const [isEditing, setEditing] = useState(false)
  if (isEditing) return <NoteForm checkIn={checkIn} onDone={() => setEditing(false)} />
  return (
    <Card
      title={t('note')}
      action={checkIn.isOwn && <Button onClick={() => setEditing(true)}>{t('edit-note')}</Button>}
    >
      <p className={css.text}>{checkIn.note || <span className={css.quiet}>{t('no-note')}</span>}</p>
    </Card>
  )
}

function NoteForm({ checkIn, onDone }: { checkIn: CheckInDetail; onDone: () => void }) {
  const { t } = useTranslation('event')
  const errorText = useErrorText()
  const save = useSaveNote(checkIn.id)
  const [text, setText] = useState(checkIn.note)
  // The state that was opened: what somebody else's window saves meanwhile is a conflict, not overwritten.
  const [version] = useState(checkIn.noteVersion)
  const submit = async () => {
    await save.mutateAsync({ note: text.trim(), version })
    notifySuccess(t('note-updated'))
    onDone()
  }
  return (
    <Card title={t('note')}>
      <form
        className={css.begin}
        onSubmit={(event) => {
          event.preventDefault()
          void submit().catch(() => undefined)
        }}
      >
        <TextField
          label={t('note-label')}
          multiline
          minRows={4}
          fullWidth
          autoFocus
          value={text}
          slotProps={{ htmlInput: { maxLength: CHECK_IN_NOTE_MAX } }}
          onChange={(event) => setText(event.target.value)}
        />
        {save.error && (
          <Alert severity="error" role="alert">
            {errorText(save.error)}
          </Alert>
        )}
        <div className={css.buttons}>
          <Button variant="text" disabled={save.isPending} onClick={onDone}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant="contained" color="primary" loading={save.isPending}>
            {t('save-note')}
          </Button>
        </div>
      </form>
      <LeaveGuard isDirty={text !== checkIn.note && !save.isSuccess} />
    </Card>
  )
}

function History({ checkIn }: { checkIn: CheckInDetail }) {
  const { t } = useTranslation('event')
  const time = useTime()
  return (
    <Card title={t('history')}>
      <ol className={css.history}>
        {checkIn.noteEdits.map(({ at, userName, before }) => (
          <li key={at}>
            <span className={css.quiet}>
              {time.dateTime(at)} · {t('history-line', { name: userName })}
            </span>
            <p className={css.text}>{before || <span className={css.quiet}>{t('was-empty')}</span>}</p>
          </li>
        ))}
      </ol>
    </Card>
  )
}
