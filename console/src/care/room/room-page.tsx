/** rooms/{cameraId}: the resident's state, the live video, and the last 24 hours. The video is passed in as `Live`. ROOM-02. */
import { nameOfKind } from '@mimamori/contract/alerting/alert-kind.ts'
import type { RoomDetail } from '@mimamori/contract/care/room.ts'
import { getRouteApi } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { mayCall, mayWatchLive } from '#lib/access/access.ts'
import { useUser } from '#lib/session/session.ts'
import { toMinute } from '#lib/time/minute-of-day.ts'
import { useTime } from '#lib/time/use-time.ts'
import { ResidentLinks } from '#shared/resident-links.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Card } from '#ui/layout/card.tsx'
import { DetailLayout } from '#ui/layout/detail-layout.tsx'
import { BackLink, LinkButton } from '#ui/layout/link-button.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import { Elapsed } from './elapsed.tsx'
import { RoomDay } from './room-day.tsx'
import { elapsedText } from './room-order.ts'
import css from './room-page.module.css'
import { useRoom } from './room-queries.ts'
import { RoomSign, useStateWord } from './room-state.tsx'

const route = getRouteApi('/app/rooms/$cameraId')

/** Renders the live video; the app passes the live feature. */
type LiveSlot = ComponentType<{ cameraId: string; cameraName: string; posterUrl: string | null }>
/** Shows who is with the resident, and starts or ends a visit; the app passes care visits. */
type VisitSlot = ComponentType<{ cameraId: string; about: string; visit: RoomDetail['visit'] }>
type OneRoom = RoomDetail & { aheadMs: number }

export function RoomPage({ Live, Visit }: { Live: LiveSlot; Visit: VisitSlot }) {
  const { t } = useTranslation('room')
  const { cameraId } = route.useParams()
  const room = useRoom(cameraId)
  return (
    <>
      <PageHeader
        lead={<BackLink to="/app/rooms" label={t('back')} />}
        title={room.data?.location ?? t('title')}
        subtitle={
          room.data && (
            <>
              <ResidentLinks of={room.data.residents} after={placeOf(room.data) ? ' · ' : ''} />
              {placeOf(room.data)}
            </>
          )
        }
      />
      <Loaded query={room}>
        {(found) => (
          <div className={css.page}>
            {found.measuresFalls && <Notice>{t('measures-falls')}</Notice>}
            <DetailLayout
              main={<Image key={cameraId} room={found} Live={Live} />}
              aside={<Aside room={found} Visit={Visit} />}
            />
            <RoomDay room={found} />
          </div>
        )}
      </Loaded>
    </>
  )
}

/** Parts of the place that the title does not contain. */
function placeOf({ unitName, cameraName, location }: RoomDetail): string {
  return [unitName, cameraName === location ? null : cameraName].filter(Boolean).join(' · ')
}

function Image({ room, Live }: { room: OneRoom; Live: LiveSlot }) {
  const { t } = useTranslation('room')
  const user = useUser()
  const { cameraId, cameraName, isLive } = room
  if (isLive && mayWatchLive(user)) return <Live cameraId={cameraId} cameraName={cameraName} posterUrl={null} />
  return <Card title={t('live')}>{t('live-off')}</Card>
}

function Aside({ room, Visit }: { room: OneRoom; Visit: VisitSlot }) {
  return (
    <div className={css.aside}>
      <Now room={room} />
      <Visit cameraId={room.cameraId} about={room.location} visit={room.visit} />
      <Links room={room} />
    </div>
  )
}

function Now({ room }: { room: OneRoom }) {
  const { t } = useTranslation('room')
  const { t: wordOf } = useTranslation('word')
  const word = useStateWord()
  const time = useTime()
  const { now, alarm, lookIn, checkIn, inBedMinutes, aheadMs } = room
  const isOpen = alarm !== null && alarm.state !== 'resolved'
  return (
    <Card title={t('now')}>
      <p className={css.now} data-state={now.state} data-open={alarm?.state === 'open' || undefined}>
        <RoomSign state={now.state} size={32} />
        <span className={css.word}>{word(now)}</span>
        <span className={css.elapsed}>
          <Elapsed since={now.since} aheadMs={aheadMs} />
        </span>
      </p>
      <p className={css.soft}>
        <span title={time.exact(now.since)}>{t('since', { time: time.dateTime(now.since) })}</span>
      </p>
      <ul className={css.facts}>
        {isOpen && (
          <li>
            {t(`alarm-${alarm.state}`, { activity: nameOfKind(alarm, wordOf) })}{' '}
            <LinkButton
              to="/app/alerts/detail/$alertId"
              params={{ alertId: alarm.alertId }}
              variant={alarm.state === 'open' ? 'contained' : 'outlined'}
            >
              {t('open-alarm')}
            </LinkButton>
          </li>
        )}
        {lookIn && (
          <li>
            {t('look-in')} <Elapsed since={lookIn.occurredAt} aheadMs={aheadMs} />
          </li>
        )}
        {inBedMinutes !== null && inBedMinutes > 0 && (
          <li>{t('in-bed-tonight', { time: elapsedText(inBedMinutes * 60_000, t) })}</li>
        )}
        <li>
          {checkIn
            ? t('checked-in', { name: checkIn.userName, time: toMinute(time.clock(checkIn.eventTime)) })
            : t('no-check-in')}
        </li>
      </ul>
    </Card>
  )
}

function Links({ room: { cameraId, isLive } }: { room: OneRoom }) {
  const { t } = useTranslation('room')
  const { role } = useUser()
  return (
    <Card title={t('links')}>
      <div className={css.links}>
        {mayCall(role, 'event.open') && isLive && (
          <LinkButton to="/app/virtualCheckIn/room/$cameraId" params={{ cameraId }} variant="outlined">
            {t('check-in')}
          </LinkButton>
        )}
        {mayCall(role, 'metrics.report') && (
          <LinkButton to="/app/analytics" search={{ report: 'sleep', room: cameraId }}>
            {t('nights')}
          </LinkButton>
        )}
        <LinkButton to="/app/alerts/list" search={{ activities: ['A005'], cameraIds: [cameraId], plain: true }}>
          {t('falls')}
        </LinkButton>
        <LinkButton to="/app/alerts/list" search={{ cameraIds: [cameraId], plain: true }}>
          {t('all-alerts')}
        </LinkButton>
      </div>
    </Card>
  )
}
