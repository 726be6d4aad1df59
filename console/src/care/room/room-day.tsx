/** The last 24 hours of a room: a timeline of states with alarms and check-ins, and both as lists. ROOM-02. */

import { nameOfKind } from '@mimamori/contract/alerting/alert-kind.ts'
import type { RoomDetail } from '@mimamori/contract/care/room.ts'
import { ROOM_NOTE_DAYS, ROOM_STATES, ROOM_TIMELINE_HOURS } from '@mimamori/contract/care/room-state.ts'
import { HOUR_MS } from '@mimamori/contract/shared/duration.ts'
import { Link } from '@tanstack/react-router'
import { Eye } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { toMinute } from '#lib/time/minute-of-day.ts'
import { useNow, useTime } from '#lib/time/use-time.ts'
import { Card } from '#ui/layout/card.tsx'
import { SeverityShape } from '#ui/layout/severity-badge.tsx'
import css from './room-day.module.css'
import { useStateWord } from './room-state.tsx'
import timelineCss from './room-timeline.module.css'
import { RoomTimeline } from './room-timeline.tsx'

type OneRoom = RoomDetail & { aheadMs: number }

/** Interval of the scale's lines. */
const SCALE_HOURS = 4

export function RoomDay({ room }: { room: OneRoom }) {
  const { t } = useTranslation('room')
  return (
    <>
      <Card title={t('day')} help={room.day.some(({ state }) => state === 'unknown') ? t('day-help') : undefined}>
        <DayTimeline room={room} />
      </Card>
      <div className={css.lists}>
        <Card title={t('alerts')}>
          <Alerts alerts={room.alerts} />
        </Card>
        <Card title={t('check-ins')}>
          <CheckIns checkIns={room.checkIns} />
        </Card>
        <Card title={t('notes')} help={t('notes-help', { days: ROOM_NOTE_DAYS })}>
          <Notes notes={room.notes} />
        </Card>
      </div>
    </>
  )
}

function Notes({ notes }: Pick<RoomDetail, 'notes'>) {
  const { t } = useTranslation('room')
  const time = useTime()
  if (notes.length === 0) return <p className={css.none}>{t('no-notes')}</p>
  return (
    <ul className={css.notes}>
      {notes.map(({ at, userName, text }) => (
        <li key={`${at} ${text}`}>
          <p className={css.text}>{text}</p>
          <p className={css.note}>
            {userName}, <time dateTime={at}>{time.dateTime(at)}</time>
          </p>
        </li>
      ))}
    </ul>
  )
}

function DayTimeline({ room: { day, alerts, checkIns, aheadMs } }: { room: OneRoom }) {
  const { t } = useTranslation('room')
  const { t: wordOf } = useTranslation('word')
  const word = useStateWord()
  const time = useTime()
  const toMs = useNow().getTime() + aheadMs
  const fromMs = toMs - ROOM_TIMELINE_HOURS * HOUR_MS
  const place = (at: number) => ({
    insetInlineStart: `${Math.min(100, Math.max(0, ((at - fromMs) / (toMs - fromMs)) * 100))}%`,
  })
  const firstHour = Math.ceil(fromMs / HOUR_MS) * HOUR_MS
  const hours = Array.from(
    { length: ROOM_TIMELINE_HOURS / SCALE_HOURS },
    (_, at) => firstHour + at * SCALE_HOURS * HOUR_MS,
  )
  const states = ROOM_STATES.filter((state) => day.some((span) => span.state === state))
  const label = t('timeline-day', { states: day.map(({ state }) => word({ state, reason: null })).join(', ') })
  return (
    <div className={css.day}>
      <div className={css.marks}>
        {alerts.map(({ alertId, severity, occurredAt, ...alert }) => (
          <Link
            key={alertId}
            to="/app/alerts/detail/$alertId"
            params={{ alertId }}
            className={css.mark}
            style={place(Date.parse(occurredAt))}
            aria-label={`${nameOfKind(alert, wordOf)} ${time.clock(occurredAt)}`}
            title={`${nameOfKind(alert, wordOf)} ${time.clock(occurredAt)}`}
          >
            <SeverityShape severity={severity} size={14} />
          </Link>
        ))}
        {checkIns.map(({ eventId, eventTime, userName }) => (
          <Link
            key={eventId}
            to="/app/virtualCheckIn/detail/$eventId"
            params={{ eventId }}
            className={css.mark}
            style={place(Date.parse(eventTime))}
            aria-label={t('checked-in', { name: userName, time: time.clock(eventTime) })}
            title={t('checked-in', { name: userName, time: time.clock(eventTime) })}
          >
            <Eye size={14} aria-hidden />
          </Link>
        ))}
      </div>
      <RoomTimeline timeline={day} fromMs={fromMs} toMs={toMs} label={label} isTall />
      <div className={css.scale} aria-hidden>
        {hours.map((at) => (
          <span key={at} style={place(at)}>
            {toMinute(time.clock(new Date(at)))}
          </span>
        ))}
      </div>
      <ul className={css.legend}>
        {states.map((state) => (
          <li key={state}>
            <span className={`${css.swatch} ${timelineCss.span}`} data-state={state} />
            {word({ state, reason: null })}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Alerts({ alerts }: { alerts: RoomDetail['alerts'] }) {
  const { t } = useTranslation('room')
  const { t: wordOf } = useTranslation('word')
  const time = useTime()
  if (alerts.length === 0) return <p className={css.none}>{t('no-alerts')}</p>
  return (
    <ul className={css.list}>
      {alerts.toReversed().map(({ alertId, severity, occurredAt, state, ...alert }) => (
        <li key={alertId}>
          <SeverityShape severity={severity} />
          <Link to="/app/alerts/detail/$alertId" params={{ alertId }}>
            {state ? t(`alarm-${state}`, { activity: nameOfKind(alert, wordOf) }) : nameOfKind(alert, wordOf)}
          </Link>
          <time dateTime={occurredAt} title={time.exact(occurredAt)}>
            {time.clock(occurredAt)}
          </time>
        </li>
      ))}
    </ul>
  )
}

function CheckIns({ checkIns }: { checkIns: RoomDetail['checkIns'] }) {
  const { t } = useTranslation('room')
  const time = useTime()
  if (checkIns.length === 0) return <p className={css.none}>{t('no-check-ins')}</p>
  return (
    <ul className={css.list}>
      {checkIns.toReversed().map(({ eventId, eventTime, userName, note }) => (
        <li key={eventId}>
          <Eye size={14} aria-hidden />
          <div>
            <Link to="/app/virtualCheckIn/detail/$eventId" params={{ eventId }}>
              {userName}
            </Link>
            <p className={css.note}>{note || t('no-note')}</p>
          </div>
          <time dateTime={eventTime} title={time.exact(eventTime)}>
            {time.clock(eventTime)}
          </time>
        </li>
      ))}
    </ul>
  )
}
