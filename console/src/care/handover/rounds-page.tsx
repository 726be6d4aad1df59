/** handover/rounds: the rooms of a shift by the hours of the clock, for screen and paper. REACH-82. */

import { nameOfKind } from '@mimamori/contract/alerting/alert-kind.ts'
import { residentTitle } from '@mimamori/contract/care/resident-title.ts'
import type { RoundsHour, RoundsMark, RoundsSheet } from '@mimamori/contract/care/rounds.ts'
import { Button, Skeleton } from '@mui/material'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { siteOf, useIsOutside, useUser } from '#lib/session/session.ts'
import { useTime } from '#lib/time/use-time.ts'
import { Card } from '#ui/layout/card.tsx'
import { BackLink } from '#ui/layout/link-button.tsx'
import { NotConnected } from '#ui/layout/not-connected.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import { useRounds } from './handover-queries.ts'
import css from './rounds.module.css'

const route = getRouteApi('/app/handover/rounds')
const BLANK = <Skeleton variant="rounded" height={480} />
/** Shares of an hour from which somebody was in bed or out of it all the time: a turn at the edge is not a bed exit. */
const [MOSTLY_IN, MOSTLY_OUT] = [0.9, 0.1]

export function RoundsPage() {
  const { t } = useTranslation('rounds')
  const user = useUser()
  const time = useTime()
  const search = route.useSearch()
  const query = useRounds(search)
  if (useIsOutside() || siteOf(user) === null) return <NotConnected />
  const sheet = query.data
  const span = sheet && `${time.dateTime(sheet.shift.startsAt)} – ${time.dateTime(sheet.shift.endsAt)}`
  return (
    <>
      <PageHeader
        lead={<BackLink to="/app/handover" search={search} label={t('back')} />}
        title={t('title')}
        subtitle={sheet && [sheet.siteName, sheet.unitName, sheet.shift.name, span].filter(Boolean).join(' · ')}
        actions={
          <Button variant="outlined" startIcon={<Printer />} disabled={!sheet} onClick={() => print()}>
            {t('print')}
          </Button>
        }
      />
      <Loaded query={query} skeleton={BLANK}>
        {(rounds) => <Sheet sheet={rounds} />}
      </Loaded>
    </>
  )
}

function Sheet({ sheet }: { sheet: RoundsSheet }) {
  const { t } = useTranslation('rounds')
  const time = useTime()
  const isRunning = sheet.at < sheet.shift.endsAt
  return (
    <Card flush>
      {sheet.rooms.length === 0 ? <p className={css.note}>{t('no-rooms')}</p> : <Table sheet={sheet} />}
      <p className={css.note}>{t('legend')}</p>
      <p className={css.note}>
        {isRunning && `${t('goes-on', { time: time.dateTime(sheet.at) })} `}
        {t('basis')}
      </p>
    </Card>
  )
}

function Table({ sheet: { hours, rooms, at } }: { sheet: RoundsSheet }) {
  const { t } = useTranslation('rounds')
  const time = useTime()
  return (
    <div className={css.scroll}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t('room')}</th>
            {hours.map((hour) => (
              <th key={hour} scope="col">
                {time.clock(hour, 'minute')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rooms.map((room) => (
            <tr key={room.cameraId}>
              <th scope="row">
                <Link to="/app/rooms/$cameraId" params={{ cameraId: room.cameraId }} className={css.link}>
                  {room.location}
                </Link>
                {room.residents.map((resident) => (
                  <span key={resident.id} className={css.small}>
                    {residentTitle(resident)}
                  </span>
                ))}
              </th>
              {room.hours.map((hour, index) => (
                <td key={hours[index]}>{hours[index]! <= at && <Hour hour={hour} />}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Hour({ hour }: { hour: RoundsHour }) {
  return (
    <>
      <Bed hour={hour} />
      {hour.marks.length > 0 && (
        <ul className={css.marks}>
          {hour.marks.map((mark) => (
            <Mark key={`${mark.kind} ${mark.at} ${mark.activity} ${mark.kindName}`} mark={mark} />
          ))}
        </ul>
      )}
    </>
  )
}

function Bed({ hour: { seenMinutes, bedKnownMinutes, inBedMinutes } }: { hour: RoundsHour }) {
  const { t } = useTranslation('rounds')
  if (inBedMinutes === null) {
    const isSeen = seenMinutes > 0
    return <Sign sign={isSeen ? '·' : '–'} label={t(isSeen ? 'bed-unknown' : 'not-seen')} />
  }
  const share = inBedMinutes / bedKnownMinutes
  const label = t('in-bed', { minutes: inBedMinutes, known: bedKnownMinutes })
  if (share >= MOSTLY_IN) return <Sign sign="●" label={label} />
  return share <= MOSTLY_OUT ? <Sign sign="○" label={label} /> : <Sign sign={`◐ ${inBedMinutes}`} label={label} />
}

function Sign({ sign, label }: { sign: string; label: string }) {
  return (
    <span role="img" aria-label={label} title={label} className={css.bed}>
      {sign}
    </span>
  )
}

function Mark({ mark }: { mark: RoundsMark }) {
  const { t } = useTranslation('rounds')
  const { t: word } = useTranslation('word')
  const time = useTime()
  const { kind, at, userName, activity, isPossible, kindName } = mark
  const what = kind === 'alarm' && activity ? nameOfKind({ activity, isPossible, kindName }, word) : t(kind as 'visit')
  return (
    <li data-fall={activity === 'A005' || undefined}>
      <time dateTime={at}>{time.clock(at, 'minute')}</time> {what}{' '}
      <span className={css.who}>{userName ?? t('nobody')}</span>
    </li>
  )
}
