/** Repeats the tone until every alarm is claimed, in one window of this browser. ALARM-03. */
import type { OpenAlarm } from '@mimamori/contract/alerting/alarm.ts'
import { useEffect, useRef, useState } from 'react'
import { takeTurn } from '#lib/browser/one-window.ts'
import { useUser } from '#lib/session/session.ts'
import { serviceNowMs } from '#lib/time/service-clock.ts'
import { useSecond } from '#lib/time/use-second.ts'
import { isLate } from '../alarm-order.ts'
import { mayBeHeard, sound, useSoundSetting } from './alarm-sound.ts'
import { EVERY_MS, loudnessOf, patternOf } from './alarm-tones.ts'

const LOCK = 'alarm-sound'
/** Interval of checks with an open alarm, and without. */
const LOOK_MS = 2_000
const CALM_LOOK_MS = 10_000
/** Events that browsers accept as a user gesture: pointerdown of a finger does not count. */
const TOUCHES = ['pointerup', 'click', 'keydown'] as const
const LATE_RINGS_MS = 60_000

/** Returns whether an alarm cannot ring, now or later, because the browser blocks audio. */
export function useAlarmSound(alarms: readonly OpenAlarm[], isClaimed: (alarm: OpenAlarm) => boolean): boolean {
  const { role } = useUser()
  const { isOn, volume } = useSoundSetting(role)
  const nowMs = useSecond(alarms.some(isLate), serviceNowMs)
  const waiting = alarms.filter((one) => one.alarm.state === 'open' && !isClaimed(one) && rings(one, nowMs))
  const pattern = isOn ? patternOf(waiting.map(({ severity }) => severity)) : null
  const newest = useRef({ waiting, volume })
  useEffect(() => {
    newest.current = { waiting, volume }
  })
  const isHeard = useHeard(isOn, pattern ? LOOK_MS : CALM_LOOK_MS)
  const hasTurn = useOneWindow(pattern !== null && isHeard === true)
  useEffect(() => {
    if (!pattern || !hasTurn) return
    const repeat = () => {
      const { waiting: now, volume: loud } = newest.current
      const sinceMs = Math.min(...now.map(({ alarm }) => Date.parse(alarm.openSince)))
      void sound(pattern, loudnessOf(loud, serviceNowMs() - sinceMs))
    }
    repeat()
    const timer = setInterval(repeat, EVERY_MS[pattern])
    return () => clearInterval(timer)
  }, [pattern, hasTurn])
  return isOn && isHeard === false
}

/** An alarm delayed by a lost connection rings for a minute after it arrives, then becomes part of a list without sound. */
function rings(one: OpenAlarm, nowMs: number): boolean {
  return !isLate(one) || nowMs - Date.parse(one.alarm.openSince) < LATE_RINGS_MS
}

/** Null until known; any user gesture may change it. */
function useHeard(isWanted: boolean, everyMs: number): boolean | null {
  const [isHeard, setHeard] = useState<boolean | null>(null)
  useEffect(() => {
    if (!isWanted) return
    const look = () => void mayBeHeard().then(setHeard)
    look()
    const timer = setInterval(look, everyMs)
    for (const touch of TOUCHES) addEventListener(touch, look, true)
    return () => {
      clearInterval(timer)
      for (const touch of TOUCHES) removeEventListener(touch, look, true)
    }
  }, [isWanted, everyMs])
  return isHeard
}

/** Whether this window is the active one of all that are open; when it closes, another takes over. */
function useOneWindow(isWanted: boolean): boolean {
  const [hasTurn, setTurn] = useState(false)
  useEffect(() => {
    if (!isWanted) return
    const giveUp = takeTurn(LOCK, () => setTurn(true))
    return () => {
      giveUp()
      setTurn(false)
    }
  }, [isWanted])
  return hasTurn
}
