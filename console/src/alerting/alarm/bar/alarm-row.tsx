/** One alarm in the bar: picture, what, where, how long, its claimer, and the next button. ALARM-03. */

import type { OpenAlarm } from '@mimamori/contract/alerting/alarm.ts'
import type { AlarmAction } from '@mimamori/contract/alerting/alarm-state.ts'
import { shownActivity } from '@mimamori/contract/alerting/possible-fall.ts'
import { residentTitle } from '@mimamori/contract/care/resident-title.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SeverityShape } from '#ui/layout/severity-badge.tsx'
import { isMine, runningTime } from '../alarm-order.ts'
import { AlarmStatus } from '../alarm-status.tsx'
import { PressButtons } from '../press/press-buttons.tsx'
import { usePressesOf } from '../press/presses.ts'
import { useAbout } from '../press/use-about.ts'
import { type Target, useMe } from '../press/use-press.tsx'
import { WaitingPresses } from '../press/waiting-presses.tsx'
import css from './alarm-bar.module.css'

type Props = { alarm: OpenAlarm; nowMs: number; onPress: (target: Target, action: AlarmAction) => void }

export function AlarmRow({ alarm: raised, nowMs, onPress }: Props) {
  const { t } = useTranslation('alarm')
  const { t: word } = useTranslation('word')
  const about = useAbout()(raised)
  const me = useMe()
  const { alertId, alarm, severity, location, residents, unitName, occurredAt } = raised
  const presses = usePressesOf(alertId)
  const isWaiting = presses.some(({ hasWaited }) => hasWaited)
  return (
    <article
      aria-label={about}
      className={css.row}
      data-state={alarm.state}
      data-mine={isMine(alarm, me) || undefined}
      data-alarm={alertId}
    >
      <Link
        to="/app/alerts/detail/$alertId"
        params={{ alertId }}
        className={css.open}
        aria-label={t('open-of', { about })}
        tabIndex={-1}
      >
        <Snapshot url={raised.thumbnailUrl} />
      </Link>
      <div className={css.words}>
        <p className={css.what}>
          <SeverityShape severity={severity} size={16} />
          <span className="visually-hidden">{word(`severity-${severity}`)}</span>
          <strong>{word(`app-${shownActivity(raised)}`)}</strong>
          <span className={css.where}>{location}</span>
          {residents.map((resident) => (
            <span key={resident.id} className={css.where}>
              {residentTitle(resident)}
            </span>
          ))}
          {unitName && <span className={css.unit}>{unitName}</span>}
          <time className={css.time} dateTime={occurredAt}>
            {runningTime(nowMs - Date.parse(occurredAt))}
          </time>
        </p>
        {isWaiting ? (
          <WaitingPresses presses={presses} nowMs={nowMs} />
        ) : (
          <p className={css.status}>
            <AlarmStatus alarm={alarm} nowMs={nowMs} />
          </p>
        )}
      </div>
      <div className={css.actions}>
        <PressButtons target={{ alertId, about, alarm }} onPress={onPress} />
        <Link
          to="/app/alerts/detail/$alertId"
          params={{ alertId }}
          className={css.link}
          aria-label={t('open-of', { about })}
        >
          {t('open')}
        </Link>
      </div>
    </article>
  )
}

/** Its address changes with every answer of the service: the first one that shows something stays. */
function Snapshot({ url }: { url: string | null }) {
  const [shown, setShown] = useState(url)
  const [hasFailed, setFailed] = useState(false)
  if (url !== null && (shown === null || (hasFailed && url !== shown))) {
    setShown(url)
    setFailed(false)
  }
  if (shown === null || hasFailed) return <span className={css.snapshot} />
  return <img className={css.snapshot} src={shown} alt="" decoding="async" onError={() => setFailed(true)} />
}
