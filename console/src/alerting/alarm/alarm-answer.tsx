/** On the alert's page: the state of its alarm, its buttons, its outcome. ALARM-02, ALARM-07. */
import type { Alarm } from '@mimamori/contract/alerting/alarm.ts'
import type { AlertDetail } from '@mimamori/contract/alerting/alert.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '#lib/session/session.ts'
import { useSecond } from '#lib/time/use-second.ts'
import { useAbout } from '#shared/alarms.ts'
import { mayAnswer, useOpenAlarms } from '#shared/open-alarms.ts'
import css from './alarm-answer.module.css'
import { AlarmStatus } from './alarm-status.tsx'
import { PressButtons } from './press/press-buttons.tsx'
import { usePressesOf } from './press/presses.ts'
import { UndoPress } from './press/undo-press.tsx'
import { usePress } from './press/use-press.tsx'
import { WaitingPresses } from './press/waiting-presses.tsx'
import { useKinds } from './use-kinds.ts'

type Props = { alert: Pick<AlertDetail, 'id' | 'activity' | 'isPossible' | 'kindName' | 'location'>; alarm: Alarm }

export function AlarmAnswer({ alert, alarm: ofPage }: Props) {
  const { t } = useTranslation('alarm')
  const isAnswerer = mayAnswer(useUser())
  const open = useOpenAlarms().data
  // The bar receives answers first.
  const own = open?.records.find(({ alertId }) => alertId === alert.id)
  const alarm = own?.alarm ?? ofPage
  const room = own?.room ?? alert.id
  const others = open?.records.filter((one) => one.room === room && one.alertId !== alert.id) ?? []
  const members = [own ?? { ...alert, alertId: alert.id }, ...others]
  const nowMs = useSecond(alarm.state !== 'resolved') + (open?.clockAheadMs ?? 0)
  const presses = usePressesOf(room)
  const about = useAbout()(alert)
  const isFromEmail = useIsFromEmail()
  const kinds = useKinds()
  const { press, dialog } = usePress({ from: isFromEmail ? 'email' : undefined, mayEndAlone: true })
  const actions = useReadyButton(isFromEmail && alarm.state === 'open')
  const isWaiting = presses.some(({ hasWaited }) => hasWaited)
  return (
    <section className={css.answer} data-state={alarm.state} aria-label={t('answer-title')}>
      <div className={css.words}>
        <h2 className={css.state}>{t(`state-${alarm.state}`)}</h2>
        {isWaiting ? (
          <WaitingPresses presses={presses} nowMs={nowMs} />
        ) : (
          <p className={css.quiet}>
            <UndoPress room={room} />
            <Standing alarm={alarm} nowMs={nowMs} />
          </p>
        )}
        {alarm.state !== 'resolved' && alarm.joined.length > 0 && (
          <p className={css.quiet}>
            {t('joined-too', { names: alarm.joined.map(({ userName }) => userName).join(', ') })}
          </p>
        )}
        {alarm.state !== 'resolved' && others.length > 0 && (
          <p className={css.quiet}>{t('others-here', { list: kinds(others) })}</p>
        )}
        {alarm.resolved?.note && <p className={css.note}>{alarm.resolved.note}</p>}
      </div>
      {isAnswerer && alarm.state !== 'resolved' && (
        <div className={css.actions} ref={actions}>
          <PressButtons target={{ alertId: alert.id, room, about, alarm, members }} onPress={press} mayEndEarly />
        </div>
      )}
      {dialog}
    </section>
  )
}

/** Whether the page was opened by an e-mail's link, which answers nothing by itself. ALARM-04. */
function useIsFromEmail(): boolean {
  return useState(() => location.hash === '#going')[0]
}

/** Focuses *I'm going*, so that one key is enough, unless the user has already moved the focus. */
function useReadyButton(isReady: boolean): RefObject<HTMLDivElement | null> {
  const actions = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isReady) actions.current?.querySelector<HTMLElement>('[data-kind="urgent"]')?.focus()
  }, [isReady])
  return actions
}

function Standing({ alarm, nowMs }: { alarm: Alarm; nowMs: number }) {
  const { t } = useTranslation('alarm')
  const { resolved } = alarm
  if (!resolved) return <AlarmStatus alarm={alarm} nowMs={nowMs} />
  const outcome = t(`outcome-${resolved.outcome}`)
  return resolved.userName ? t('ended-by', { outcome, name: resolved.userName }) : outcome
}
