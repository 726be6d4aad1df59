/** The bar of open alarms above every page. Only answers remove it. ALARM-03. */
import type { OpenAlarm } from '@mimamori/contract/alerting/alarm.ts'
import { useMediaQuery } from '@mui/material'
import { useLocation } from '@tanstack/react-router'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWakeLock } from '#lib/browser/use-wake-lock.ts'
import { useSecond } from '#lib/time/use-second.ts'
import { useTime } from '#lib/time/use-time.ts'
import { useAbout } from '#shared/alarms.ts'
import { useAnswerers } from '#shared/answerers.ts'
import { useOpenAlarms } from '#shared/open-alarms.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { callsIn } from '../alarm-order.ts'
import { usePresses } from '../press/presses.ts'
import { useMe, usePress } from '../press/use-press.tsx'
import { WaitingPresses } from '../press/waiting-presses.tsx'
import { mayBeHeard } from '../sound/alarm-sound.ts'
import { useAlarmSound } from '../sound/use-alarm-sound.ts'
import css from './alarm-bar.module.css'
import { AlarmNotices } from './alarm-notices.tsx'
import { AlarmRow } from './alarm-row.tsx'
import { HiddenAlarms } from './hidden-alarms.tsx'
import { useAlarmKeys } from './use-alarm-keys.ts'
import { useAlarmNews } from './use-alarm-news.ts'
import { useBarHeight } from './use-bar-height.ts'
import { usePlaces } from './use-places.ts'
import { useRowFocus } from './use-row-focus.ts'
import { useWithdrawal } from './use-withdrawal.ts'

/** Maximum number of rows; more rooms become a list. */
const MOST = 3
/** On a phone the page must stay visible: shows the user's own, and the most urgent one. */
const MOST_NARROW = 2
const NONE: readonly OpenAlarm[] = []

/** `onKnown`: the space reserved for the bar is not needed any more. */
export default function AlarmBar({ onKnown }: { onKnown: () => void }) {
  const { t } = useTranslation('alarm')
  const me = useMe()
  const bar = useRef<HTMLElement>(null)
  const query = useOpenAlarms()
  const presses = usePresses()
  const [isSmall, setSmall] = useState(false)
  const isNarrow = useMediaQuery('(max-width: 599px)', { noSsr: true })
  const { press, dialog } = usePress()
  useAnswerers(me.isStation)
  useWakeLock(me.isStation)
  useAlarmNews(query.data)
  useBarHeight(bar, query.isFetched)
  useEffect(() => {
    if (query.isFetched) onKnown()
  }, [query.isFetched, onKnown])
  useWithdrawal(query.data)
  const alarms = query.data?.records ?? NONE
  const calls = useMemo(() => callsIn(alarms), [alarms])
  const isBlocked = useAlarmSound(alarms, ({ room }) => presses.some((one) => one.room === room))
  // The tiles of a station show every alarm: one row is for the press.
  const isStationPage = useLocation().search.station === true
  const isLow = useMediaQuery('(max-height: 480px)', { noSsr: true }) || isStationPage
  const shown = usePlaces(bar, calls, { me, most: isSmall || isLow ? 1 : isNarrow ? MOST_NARROW : MOST })
  useAlarmKeys(calls, shown, press)
  useRowFocus(bar, shown)
  const isOn = shown.length > 0 || presses.length > 0
  const nowMs = useSecond(isOn) + (query.data?.clockAheadMs ?? 0)
  const rowCount = shown.filter(({ alarm }) => alarm.state !== 'resolved').length
  const more = (query.data?.roomCount ?? 0) - rowCount
  // Presses on rooms that are not in the list: it failed to load, or they ended meanwhile.
  const apart = presses.filter(({ room }) => !shown.some((call) => call.room === room))
  return (
    <section ref={bar} className={css.bar} aria-label={t('bar')}>
      <Announced alarms={alarms} />
      <div className={css.rows}>
        {shown.map((call) => (
          <AlarmRow key={call.room} call={call} nowMs={nowMs} onPress={press} />
        ))}
      </div>
      {(more > 0 || shown.length > 1) && (
        <Foot isSmall={isSmall} hasLines={calls.length > 1 && !isLow} onTurn={() => setSmall(!isSmall)}>
          {more > 0 && <HiddenAlarms calls={calls} shown={shown} count={more} nowMs={nowMs} />}
        </Foot>
      )}
      <div className={css.apart}>
        <WaitingPresses presses={apart} nowMs={nowMs} hasAbout />
      </div>
      <AlarmNotices />
      {isBlocked && (
        <div className={css.silent} data-station={me.isStation || undefined}>
          <Notice action={{ label: t('sound-allow'), onClick: () => void mayBeHeard() }}>{t('sound-blocked')}</Notice>
        </div>
      )}
      {query.error && <Stale atMs={query.dataUpdatedAt} isShown={shown.length > 0} onRetry={query.refetch} />}
      {dialog}
    </section>
  )
}

type FootProps = { isSmall: boolean; hasLines: boolean; onTurn: () => void; children: ReactNode }

function Foot({ isSmall, hasLines, onTurn, children }: FootProps) {
  const { t } = useTranslation('alarm')
  return (
    <p className={css.foot}>
      {children}
      {hasLines && (
        <button
          type="button"
          className={css.turn}
          aria-expanded={!isSmall}
          aria-label={t(isSmall ? 'show-more' : 'show-less')}
          data-tip={t(isSmall ? 'show-more' : 'show-less')}
          onClick={onTurn}
        >
          {isSmall ? <ChevronDown size={20} aria-hidden /> : <ChevronUp size={20} aria-hidden />}
        </button>
      )}
    </p>
  )
}

/** Announces each new alarm once to screen readers. */
function Announced({ alarms }: { alarms: readonly OpenAlarm[] }) {
  const { t } = useTranslation('alarm')
  const about = useAbout()
  const said = useRef(new Set<string>())
  const [text, setText] = useState('')
  useEffect(() => {
    const fresh = alarms.filter(({ alertId, alarm }) => alarm.state === 'open' && !said.current.has(alertId))
    if (fresh.length === 0) return
    for (const { alertId } of fresh) said.current.add(alertId)
    setText(fresh.map((alarm) => t('raised', { about: about(alarm) })).join(' '))
  }, [alarms, about, t])
  return (
    <span aria-live="assertive" className="visually-hidden">
      {text}
    </span>
  )
}

function Stale({ atMs, isShown, onRetry }: { atMs: number; isShown: boolean; onRetry: () => unknown }) {
  const { t } = useTranslation('alarm')
  const time = useTime()
  return (
    <p role="status" className={css.stale}>
      <span>{atMs > 0 && isShown ? t('stale-bar', { time: time.clock(new Date(atMs)) }) : t('unknown')}</span>
      <button type="button" className={css.link} onClick={() => onRetry()}>
        {t('retry')}
      </button>
    </p>
  )
}
