/** Summarizes the rooms without a row: how many, whether falls are among them, and who goes to them. ALARM-03. */
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { hiddenOf, type OpenCall } from '../alarm-order.ts'
import css from './alarm-bar.module.css'

/** `count`: includes alarms beyond the service's list. */
type Props = { calls: readonly OpenCall[]; shown: readonly OpenCall[]; count: number }

export function HiddenAlarms({ calls, shown, count }: Props) {
  const { t } = useTranslation('alarm')
  const { openFalls, goers, late } = hiddenOf(calls, shown)
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
      {goers.length > 0 && (
        <span className={css.goers}>{t('more-going', { names: goers.join(t('name-separator')) })}</span>
      )}
    </>
  )
}
