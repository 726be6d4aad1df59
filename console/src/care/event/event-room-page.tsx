/** virtualCheckIn/room/{cameraId}: a check-in of one room, with a note. The video is passed in as `Live`. LIVE-03. */

import type { CheckInRoom } from '@mimamori/contract/care/event.ts'
import { Alert, Autocomplete, Button, TextField } from '@mui/material'
import { getRouteApi } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { useErrorText } from '#lib/service/use-error-text.ts'
import { useUser } from '#lib/session/session.ts'
import type { NamedChoice } from '#shared/named-choices.ts'
import { findPeople } from '#shared/viewer-choices.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { NothingMatches } from '#ui/feedback/illustrations.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { useFound } from '#ui/form/field/use-found.ts'
import { Card } from '#ui/layout/card.tsx'
import { DetailLayout } from '#ui/layout/detail-layout.tsx'
import { BackLink, LinkButton } from '#ui/layout/link-button.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import { FramedImage } from '#ui/player/framed-image.tsx'
import css from './event.module.css'
import { useRoom } from './event-queries.ts'
import { EventRunning } from './event-running.tsx'
import { useCheckIn } from './use-check-in.ts'

const route = getRouteApi('/app/virtualCheckIn/room/$cameraId')

/** Renders the live video and reports whether it is current; the app passes the live feature. */
type LiveSlot = ComponentType<{
  cameraId: string
  cameraName: string
  posterUrl: string | null
  onPhase: (phase: string) => void
}>

export function EventRoomPage({ Live }: { Live: LiveSlot }) {
  const { t } = useTranslation('event')
  const { cameraId } = route.useParams()
  const room = useRoom(cameraId)
  const back = t('back-to-rooms')
  return (
    <>
      <PageHeader
        lead={<BackLink to="/app/virtualCheckIn/rooms" label={back} />}
        title={room.data?.location ?? t('detail')}
        subtitle={room.data && [room.data.unitName, room.data.cameraName].filter(Boolean).join(' · ')}
      />
      <Loaded query={room}>
        {(found) =>
          found ? (
            <Room key={cameraId} room={found} Live={Live} />
          ) : (
            <EmptyState
              role="status"
              image={<NothingMatches />}
              title={t('ready-off')}
              action={<LinkButton to="/app/virtualCheckIn/rooms">{t('back-to-rooms')}</LinkButton>}
            />
          )
        }
      </Loaded>
    </>
  )
}

function Room({ room, Live }: { room: CheckInRoom; Live: LiveSlot }) {
  const { cameraId, cameraName, imageUrl } = room
  const [phase, setPhase] = useState('opening')
  const isLive = phase === 'playing'
  const running = useCheckIn(cameraId, isLive)
  const navigate = route.useNavigate()
  const { checkIn, isOver } = running
  if (checkIn && !isOver) {
    return (
      <DetailLayout
        main={<Live cameraId={cameraId} cameraName={cameraName} posterUrl={imageUrl} onPhase={setPhase} />}
        aside={
          <EventRunning
            key={checkIn.id}
            checkIn={checkIn}
            running={running}
            isLive={isLive}
            onFinished={() => navigate({ to: '/app/virtualCheckIn' })}
          />
        }
      />
    )
  }
  return (
    <Still room={room}>
      <Begin room={room} isOver={isOver} begin={running.begin} />
    </Still>
  )
}

function Still({ room, children }: { room: CheckInRoom; children: ReactNode }) {
  const { t } = useTranslation('event')
  const { t: word } = useTranslation('word')
  return (
    <DetailLayout
      main={
        <div>
          {room.status !== 'Online' && <Notice>{t('room-away', { status: word(`status-${room.status}`) })}</Notice>}
          <div className={css.snapshot}>
            <FramedImage src={room.imageUrl} alt="" missing={word('no-image')} isOld eager />
          </div>
        </div>
      }
      aside={children}
    />
  )
}

type BeginProps = { room: CheckInRoom; isOver: boolean; begin: (personId: string | undefined) => Promise<void> }

/** Explains a check-in before it begins; at a shared account the user selects their name first. */
function Begin({ room, isOver, begin }: BeginProps) {
  const { t } = useTranslation('event')
  const { role, type } = useUser()
  const { start } = route.useSearch()
  const navigate = route.useNavigate()
  const errorText = useErrorText()
  const [person, setPerson] = useState<NamedChoice | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isShared = type === 'SHARED'
  const go = async () => {
    if (isShared && !person) return setProblem(t('person-required'))
    setBusy(true)
    setProblem(null)
    try {
      await begin(isShared ? person!.id : undefined)
    } catch (error) {
      setProblem(errorText(error))
      setBusy(false)
    }
  }
  const asked = useRef(start === true && !isShared)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the press that led here
  useEffect(() => {
    if (!asked.current || !mayCall(role, 'event.open')) return
    asked.current = false
    void navigate({
      to: '/app/virtualCheckIn/room/$cameraId',
      params: { cameraId: room.cameraId },
      search: {},
      replace: true,
    })
    void go()
  }, [])
  return (
    <Card title={isOver ? t('over-title') : t('ready-title', { room: room.location })}>
      <div className={css.begin}>
        <p className={css.soft}>{isOver ? t('over-help') : t('ready-help')}</p>
        {isShared && <WhoLooks cameraId={room.cameraId} person={person} onChange={setPerson} />}
        {problem && (
          <Alert severity="error" role="alert">
            {problem}
          </Alert>
        )}
        {mayCall(role, 'event.open') && (
          <Button variant="contained" color="primary" size="large" loading={isBusy} onClick={() => void go()}>
            {isOver ? t('again') : t('begin')}
          </Button>
        )}
      </div>
    </Card>
  )
}

type WhoProps = { cameraId: string; person: NamedChoice | null; onChange: (person: NamedChoice | null) => void }

function WhoLooks({ cameraId, person, onChange }: WhoProps) {
  const { t } = useTranslation('event')
  const [text, setText] = useState('')
  const { options, isFetching } = useFound(
    {
      queryKey: ['check-in', 'who', cameraId],
      find: (typed, signal) => findPeople(typed, signal, cameraId),
    },
    text === person?.label ? '' : text,
  )
  return (
    <Autocomplete<NamedChoice>
      filterOptions={(found) => found}
      options={options}
      loading={isFetching}
      value={person}
      inputValue={text}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      onInputChange={(_, next) => setText(next)}
      onChange={(_, next) => onChange(next)}
      renderInput={(input) => <TextField {...input} label={t('who-looks')} helperText={t('who-looks-help')} required />}
    />
  )
}
