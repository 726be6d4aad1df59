/** Alarms of a shift with response and outcome: falls and other urgent ones first, the others one row per room. HANDOVER-01. */
import { nameOfKind } from '@mimamori/contract/alerting/alert-kind.ts'
import type { HandoverAlarm, HandoverSheet } from '@mimamori/contract/care/handover.ts'
import { endsOf, type FoldedAlarms, foldAlarms, usualOf } from '@mimamori/contract/care/handover-alarms.ts'
import { residentTitle } from '@mimamori/contract/care/resident-title.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useTime } from '#lib/time/use-time.ts'
import { Card } from '#ui/layout/card.tsx'
import { SeverityShape } from '#ui/layout/severity-badge.tsx'
import css from './handover.module.css'
import { useLength } from './use-length.ts'

export function OpenAlarms({ sheet: { open, rooms } }: { sheet: HandoverSheet }) {
  const { t } = useTranslation('handover')
  if (open.length === 0) return null
  const { listed, folded } = foldAlarms(open)
  const title = t('open-title', { count: open.length })
  return (
    <Card title={title} flush>
      {listed.length > 0 && <AlarmTable alarms={listed} label={title} />}
      <Folded folded={folded} rooms={rooms} />
    </Card>
  )
}

export function ShiftAlarms({ sheet: { alarms, alarmCount, callCount, rooms } }: { sheet: HandoverSheet }) {
  const { t } = useTranslation('handover')
  const more = alarmCount - alarms.length
  const { listed, folded } = foldAlarms(alarms)
  return (
    <Card title={t('alarms-of', { calls: callCount, number: alarmCount })} flush>
      {listed.length === 0 ? (
        <p className={css.empty}>{t(alarms.length === 0 ? 'no-alarms' : 'no-urgent')}</p>
      ) : (
        <AlarmTable alarms={listed} label={t('urgent')} />
      )}
      <Folded folded={folded} rooms={rooms} />
      {more > 0 && <p className={css.empty}>{t('more-alarms', { count: more })}</p>}
    </Card>
  )
}

const HEADS = ['what', 'time', 'claimed', 'arrived', 'resolved', 'outcome', 'who'] as const

function AlarmTable({ alarms, label }: { alarms: readonly HandoverAlarm[]; label: string }) {
  const { t } = useTranslation('handover')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className={css.scroll} aria-label={label} tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            {HEADS.map((head) => (
              <th key={head} scope="col">
                {t(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {alarms.map((alarm) => (
            <AlarmRow key={alarm.alertId} alarm={alarm} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function AlarmRow({ alarm }: { alarm: HandoverAlarm }) {
  const { t } = useTranslation('handover')
  const { t: word } = useTranslation('word')
  const time = useTime()
  const length = useLength()
  const end = useEnd()
  const { alertId, location, severity, occurredAt, state, note, userName } = alarm
  return (
    <tr data-open={state !== 'resolved' || undefined}>
      <th scope="row">
        <Link to="/app/alerts/detail/$alertId" params={{ alertId }} className={css.link}>
          <SeverityShape severity={severity} size={14} /> {`${location}\u00a0· ${nameOfKind(alarm, word)}`}
        </Link>
        <Names alarm={alarm} />
        {alarm.thumbnailUrl && <img className={css.image} src={alarm.thumbnailUrl} alt={t('image')} />}
      </th>
      <td data-label={t('time')} title={time.exact(occurredAt)}>
        {time.dateTime(occurredAt)}
      </td>
      <td data-label={t('claimed')}>{length(alarm.claimedSeconds)}</td>
      <td data-label={t('arrived')}>{length(alarm.arrivedSeconds)}</td>
      <td data-label={t('resolved')}>{length(alarm.resolvedSeconds)}</td>
      <td data-label={t('outcome')}>
        {end(alarm)}
        {note && <span className={css.small}>{note}</span>}
      </td>
      <td data-label={t('who')}>{userName ?? '–'}</td>
    </tr>
  )
}

type Rooms = HandoverSheet['rooms']

function Folded({ folded, rooms }: { folded: readonly FoldedAlarms[]; rooms: Rooms }) {
  const { t } = useTranslation('handover')
  if (folded.length === 0) return null
  return (
    <>
      <h3 className={css.part}>{t('by-room')}</h3>
      <ul>
        {folded.map((group) => (
          <FoldedRow key={group.key} group={group} usual={usualOf(group, rooms)} />
        ))}
      </ul>
    </>
  )
}

/** One row for all alarms of a kind in a room; expands to the single alarms. */
function FoldedRow({ group, usual }: { group: FoldedAlarms; usual: number | null }) {
  const { t } = useTranslation('handover')
  const { t: word } = useTranslation('word')
  const time = useTime()
  const end = useEnd()
  const { alarms } = group
  const [newest] = alarms
  const oldest = alarms.at(-1)!
  const ends = endsOf(group).map(({ alarm, count }) => (count === 1 ? end(alarm) : `${end(alarm)}\u00a0× ${count}`))
  const noted = alarms.filter(({ note }) => note)
  return (
    <li className={css.folded} data-open={alarms.some(({ state }) => state !== 'resolved') || undefined}>
      <details>
        <summary className={css.summary}>
          <span className={css.kind}>
            <SeverityShape severity={newest.severity} size={14} />{' '}
            {`${newest.location}\u00a0· ${nameOfKind(newest, word)}\u00a0× ${alarms.length}`}
            {usual !== null && <span className={css.small}>{t('usually', { count: usual })}</span>}
          </span>
          <span className={css.whose}>{newest.residents.map(residentTitle).join('・')}</span>
          <span>{ends.join(' · ')}</span>
          <span className={css.when}>
            {time.dateTime(oldest.occurredAt)}
            {alarms.length > 1 && ` – ${time.dateTime(newest.occurredAt)}`}
          </span>
        </summary>
        <ul className={css.each}>
          {alarms.map((alarm) => (
            <li key={alarm.alertId}>
              <Link to="/app/alerts/detail/$alertId" params={{ alertId: alarm.alertId }} className={css.link}>
                {time.dateTime(alarm.occurredAt)}
              </Link>{' '}
              {[end(alarm), alarm.userName].filter(Boolean).join(' · ')}
            </li>
          ))}
        </ul>
      </details>
      {noted.map(({ alertId, occurredAt, userName, note }) => (
        <p key={alertId} className={css.written}>
          {note} <span className={css.small}>{[time.dateTime(occurredAt), userName].filter(Boolean).join(' · ')}</span>
        </p>
      ))}
    </li>
  )
}

function Names({ alarm: { residents } }: { alarm: HandoverAlarm }) {
  if (residents.length === 0) return null
  return <span className={css.small}>{residents.map(residentTitle).join('・')}</span>
}

/** How an alarm ended, else who goes. */
function useEnd(): (alarm: HandoverAlarm) => string {
  const { t } = useTranslation('handover')
  const { t: answer } = useTranslation('alarm')
  return ({ outcome, state }) => (outcome ? answer(`outcome-${outcome}`) : t(`state-${state}`))
}
