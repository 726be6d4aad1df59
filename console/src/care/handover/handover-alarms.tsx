/** Alarms of a shift with their response and outcome. HANDOVER-01. */
import { shownActivity } from '@mimamori/contract/alerting/possible-fall.ts'
import type { HandoverAlarm, HandoverSheet } from '@mimamori/contract/care/handover.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useTime } from '#lib/time/use-time.ts'
import { Card } from '#ui/layout/card.tsx'
import { SeverityShape } from '#ui/layout/severity-badge.tsx'
import css from './handover.module.css'
import { useLength } from './use-length.ts'

export function OpenAlarms({ sheet: { open } }: { sheet: HandoverSheet }) {
  const { t } = useTranslation('handover')
  if (open.length === 0) return null
  return (
    <Card title={t('open-title', { count: open.length })} flush>
      <AlarmTable alarms={open} label={t('open-title', { count: open.length })} />
    </Card>
  )
}

export function ShiftAlarms({ sheet: { alarms, alarmCount } }: { sheet: HandoverSheet }) {
  const { t } = useTranslation('handover')
  const more = alarmCount - alarms.length
  return (
    <Card title={t('alarms-of', { number: alarmCount })} flush>
      {alarms.length === 0 ? (
        <p className={css.empty}>{t('no-alarms')}</p>
      ) : (
        <AlarmTable alarms={alarms} label={t('alarms')} />
      )}
      {more > 0 && <p className={css.empty}>{t('more-alarms', { count: more })}</p>}
    </Card>
  )
}

function AlarmTable({ alarms, label }: { alarms: readonly HandoverAlarm[]; label: string }) {
  const { t } = useTranslation('handover')
  const heads = ['what', 'time', 'claimed', 'arrived', 'resolved', 'outcome', 'who'] as const
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className={css.scroll} aria-label={label} tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            {heads.map((head) => (
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
  const { t: answer } = useTranslation('alarm')
  const time = useTime()
  const length = useLength()
  const { alertId, location, severity, occurredAt, outcome, state, note, userName } = alarm
  return (
    <tr data-open={state !== 'resolved' || undefined}>
      <th scope="row">
        <Link to="/app/alerts/detail/$alertId" params={{ alertId }} className={css.link}>
          <SeverityShape severity={severity} size={14} /> {`${location}\u00a0· ${word(`app-${shownActivity(alarm)}`)}`}
        </Link>
      </th>
      <td title={time.exact(occurredAt)}>{time.dateTime(occurredAt)}</td>
      <td>{length(alarm.claimedSeconds)}</td>
      <td>{length(alarm.arrivedSeconds)}</td>
      <td>{length(alarm.resolvedSeconds)}</td>
      <td>
        {outcome ? answer(`outcome-${outcome}`) : t(`state-${state}`)}
        {note && <span className={css.small}>{note}</span>}
      </td>
      <td>{userName ?? '–'}</td>
    </tr>
  )
}
