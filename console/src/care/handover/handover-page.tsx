/** handover: a shift on one page, its notes, and the two names that hand it over. HANDOVER-01. */

import type { HandoverSheet } from '@mimamori/contract/care/handover.ts'
import { Button, Skeleton } from '@mui/material'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { lazyPart } from '#lib/service/patient-load.ts'
import { siteOf, useIsOutside, useUser } from '#lib/session/session.ts'
import { useTime } from '#lib/time/use-time.ts'
import { type Answerer, useAnswerers } from '#shared/answerers.ts'
import { LazyOverlay } from '#ui/feedback/lazy-overlay.tsx'
import { Card } from '#ui/layout/card.tsx'
import { LinkButton } from '#ui/layout/link-button.tsx'
import { NotConnected } from '#ui/layout/not-connected.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import css from './handover.module.css'
import { OpenAlarms, ShiftAlarms } from './handover-alarms.tsx'
import { HandoverFilters } from './handover-filters.tsx'
import { keyOf, type SheetKey, useHandover } from './handover-queries.ts'
import { Rest } from './handover-rest.tsx'
import { Rooms } from './handover-rooms.tsx'
import { SaveRooms } from './handover-save.tsx'
import { searchOf } from './handover-search.ts'
import { NoteField, type Writing } from './note-field.tsx'

const GiveDialog = lazyPart(() => import('./give-dialog.tsx'))
const PersonField = lazyPart(async () => ({ default: (await import('./give-dialog.tsx')).Person }))
const route = getRouteApi('/app/handover')
const BLANK = <Skeleton variant="rounded" height={480} />

type Answer = NonNullable<ReturnType<typeof useHandover>['data']>

export function HandoverPage() {
  const { t } = useTranslation('handover')
  const user = useUser()
  const query = useHandover(route.useSearch())
  const [isGiving, setGiving] = useState(false)
  if (useIsOutside() || siteOf(user) === null) return <NotConnected />
  const sheet = query.data?.sheet
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={sheet && [sheet.siteName, sheet.unitName].filter(Boolean).join(' · ')}
        actions={
          <>
            <LinkButton to="/app/handover/records">{t('records')}</LinkButton>
            {sheet && (
              <LinkButton to="/app/handover/rounds" search={searchOf(keyOf(sheet))}>
                {t('rounds')}
              </LinkButton>
            )}
            {sheet && <SaveRooms sheet={sheet} />}
            {mayCall(user.role, 'handover.give') && (
              <Button variant="contained" disabled={!sheet} onClick={() => setGiving(true)}>
                {t('give')}
              </Button>
            )}
          </>
        }
      />
      <Loaded query={query} skeleton={BLANK}>
        {(answer) => <Sheet answer={answer} />}
      </Loaded>
      {isGiving && sheet && (
        <LazyOverlay onFailed={() => setGiving(false)}>
          <GiveDialog sheet={sheet} onClose={() => setGiving(false)} />
        </LazyOverlay>
      )}
    </>
  )
}

function Sheet({ answer }: { answer: Answer }) {
  const { t } = useTranslation('handover')
  const { type } = useUser()
  const [writer, setWriter] = useState<Answerer | null>(null)
  const { sheet } = answer
  const isStation = type === 'SHARED'
  const key = keyOf(sheet)
  const writing: Writing = { sheet: key, writerId: isStation ? (writer?.userId ?? null) : undefined }
  return (
    <div className={css.page}>
      <HandoverFilters answer={answer} />
      <Handed answer={answer} />
      <OpenAlarms sheet={sheet} />
      <Card title={t('note-all')} help={t('note-help')}>
        {isStation && <Writer writer={writer} onChoose={setWriter} />}
        <Note key={nameOf(key)} sheet={sheet} writing={writing} />
      </Card>
      <ShiftAlarms sheet={sheet} />
      <Rooms
        sheet={sheet}
        noteOf={({ cameraId, location, note }) => (
          <Note
            key={`${nameOf(key)} ${cameraId}`}
            sheet={sheet}
            writing={writing}
            room={{ cameraId, location, note }}
          />
        )}
      />
      <Rest sheet={sheet} />
    </div>
  )
}

/** Another sheet begins with its own notes. */
const nameOf = ({ shift, day, unitId }: SheetKey): string => `${shift} ${day} ${unitId}`

type NoteProps = {
  sheet: HandoverSheet
  writing: Writing
  room?: Pick<HandoverSheet['rooms'][number], 'cameraId' | 'location' | 'note'>
}

function Note({ sheet, writing, room }: NoteProps) {
  const { t } = useTranslation('handover')
  const { role } = useUser()
  const note = room?.note ?? sheet.note
  if (!mayCall(role, 'handover.note')) return <p className={css.written}>{note.text || '–'}</p>
  const label = room ? t('note-for', { room: room.location }) : t('note-all')
  const cameraId = room?.cameraId ?? null
  return <NoteField writing={writing} cameraId={cameraId} label={label} note={note} minRows={room ? 1 : 2} />
}

function Writer({ writer, onChoose }: { writer: Answerer | null; onChoose: (writer: Answerer | null) => void }) {
  const { t } = useTranslation('handover')
  const names = useAnswerers(true)
  return (
    <LazyOverlay onFailed={() => undefined}>
      <div className={css.writer}>
        <PersonField label={t('who-writes')} names={names.data} value={writer} onChoose={onChoose} />
      </div>
    </LazyOverlay>
  )
}

function Handed({ answer: { handed, sheet } }: { answer: Answer }) {
  const { t } = useTranslation('handover')
  const time = useTime()
  return (
    <ul className={css.handed}>
      {handed.map(({ id, giverName, receiverName, handedAt }) => (
        <li key={id}>
          <LinkButton to="/app/handover/records/$recordId" params={{ recordId: id }} variant="text">
            {t('handed-by', { giver: giverName, receiver: receiverName, time: time.dateTime(handedAt) })}
          </LinkButton>
        </li>
      ))}
      <li className={css.small}>{t('read-at', { time: time.dateTime(sheet.at) })}</li>
    </ul>
  )
}
