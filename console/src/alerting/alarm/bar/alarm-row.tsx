/** One room in the bar: what, where, how long, who goes, and the next button; its other alarms are counted. ALARM-03. */
import { nameOfKind } from '@mimamori/contract/alerting/alert-kind.ts'
import { residentTitle } from '@mimamori/contract/care/resident-title.ts'
import type { AlarmAction } from '@mimamori/contract/shared/alarm-state.ts'
import { Link } from '@tanstack/react-router'
import { type MouseEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAbout } from '#shared/alarms.ts'
import { SeverityShape } from '#ui/layout/severity-badge.tsx'
import { goersOf, isMine, membersOf, type OpenCall, runningTime } from '../alarm-order.ts'
import { AlarmStatus } from '../alarm-status.tsx'
import type { Target } from '../press/press.ts'
import { PressButtons } from '../press/press-buttons.tsx'
import { usePressesOf } from '../press/presses.ts'
import { useRecent } from '../press/recent-presses.ts'
import { UndoPress } from '../press/undo-press.tsx'
import { useMe } from '../press/use-press.tsx'
import { useSteady } from '../press/use-steady.ts'
import { WaitingPresses } from '../press/waiting-presses.tsx'
import { useKinds } from '../use-kinds.ts'
import css from './alarm-bar.module.css'

type Props = { call: OpenCall; nowMs: number; onPress: (target: Target, action: AlarmAction) => void }

export function AlarmRow({ call, nowMs, onPress }: Props) {
  const { t } = useTranslation('alarm')
  const { t: word } = useTranslation('word')
  const about = useAbout()(call)
  const me = useMe()
  const kinds = useKinds()
  const { alertId, room, others, alarm, severity, location, residents, unitName, occurredAt } = call
  const presses = usePressesOf(room)
  const isWaiting = presses.some(({ hasWaited }) => hasWaited)
  const recent = useRecent(room)
  const isHeld = recent?.isHeld ?? false
  const row = useRef<HTMLElement>(null)
  const isOwnRow = isMine(isHeld ? recent!.before : alarm, me)
  const { takes } = useSteady(row, String(isOwnRow))
  // On a phone the whole line is a link: a second press must not lead away either.
  const guard = (event: MouseEvent) => {
    const isUndo = (event.target as Element).closest('[data-undo]') !== null
    if (event.detail < 2 && takes() && (!isHeld || isUndo)) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <article
      ref={row}
      aria-label={about}
      className={css.row}
      data-state={alarm.state}
      data-mine={isOwnRow || undefined}
      data-alarm={alertId}
      onClickCapture={guard}
    >
      <Link
        to="/app/alerts/detail/$alertId"
        params={{ alertId }}
        className={css.open}
        aria-label={t('open-of', { about })}
        tabIndex={-1}
      >
        <Snapshot url={call.thumbnailUrl} />
      </Link>
      <div className={css.words}>
        <p className={css.what}>
          <span className={css.kind}>
            <SeverityShape severity={severity} size={16} />
            <span className="visually-hidden">{word(`severity-${severity}`)}</span>
            <strong>{nameOfKind(call, word)}</strong>
          </span>
          <span className={css.where}>{location}</span>
          {residents.map((resident) => (
            <span key={resident.id} className={css.where}>
              {residentTitle(resident)}
            </span>
          ))}
          {others.length > 0 && <span className={css.others}>{t('others', { list: kinds(others) })}</span>}
          {unitName && <span className={css.unit}>{unitName}</span>}
          <time className={css.time} dateTime={occurredAt}>
            {runningTime(nowMs - Date.parse(occurredAt))}
          </time>
        </p>
        {isWaiting ? (
          <WaitingPresses presses={presses} nowMs={nowMs} />
        ) : (
          <p className={css.status}>
            <UndoPress room={room} />
            <AlarmStatus alarm={alarm} nowMs={nowMs} goers={goersOf(call)} />
          </p>
        )}
      </div>
      <div className={css.actions}>
        <PressButtons target={{ alertId, room, about, alarm, members: membersOf(call) }} onPress={onPress} />
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
