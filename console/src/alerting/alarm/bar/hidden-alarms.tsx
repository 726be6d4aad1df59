/** Summarizes the rooms without a row: how many, whether falls are among them, and who goes to which. ALARM-03, NIGHT-02. */
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { goersOf, goneSince, hiddenOf, isReached, type OpenCall, runningTime } from '../alarm-order.ts'
import css from './alarm-bar.module.css'

/** `count`: includes alarms beyond the service's list. */
type Props = { calls: readonly OpenCall[]; shown: readonly OpenCall[]; count: number; nowMs: number }

export function HiddenAlarms({ calls, shown, count, nowMs }: Props) {
  const { t } = useTranslation('alarm')
  const { openFalls, going, late } = hiddenOf(calls, shown)
  return (
    <>
      <Link to="/app/alerts/list" search={{ tab: 'needs' }} className={css.link}>
        {t('more', { count })}
        {openFalls > 0 && <strong className={css.falls}>{t('more-falls', { count: openFalls })}</strong>}
      </Link>
      {late > 0 && (
        <Link to="/app/alerts/list" search={{ tab: 'needs', late: true }} className={css.link}>
          {t('late-link', { count: late })}
        </Link>
      )}
      {going.map((call) => (
        <Link key={call.room} to="/app/alerts/detail/$alertId" params={{ alertId: call.alertId }} className={css.goer}>
          {t(isReached(call) ? 'is-at' : 'goes-to', {
            name: goersOf(call)
              .map(({ userName }) => userName)
              .join(t('name-separator')),
            room: call.location,
            time: runningTime(nowMs - Date.parse(goneSince(call))),
          })}
        </Link>
      ))}
    </>
  )
}
