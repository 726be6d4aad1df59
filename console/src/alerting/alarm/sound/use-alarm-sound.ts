/** Repeats the tone until somebody goes to every alarm: in one window of this browser. ALARM-03. */
import type { OpenAlarm } from '@mimamori/contract/alerting/alarm.ts'
import { useEffect, useRef, useState } from 'react'
import { useUser } from '#lib/session/session.ts'
import { mayBeHeard, sound, useSoundSetting } from './alarm-sound.ts'
import { EVERY_MS, loudnessOf, patternOf } from './alarm-tones.ts'

const LOCK = 'alarm-sound'
const LOOK_MS = 2000

/** Answers whether it would sound and the browser holds it back. */
export function useAlarmSound(alarms: readonly OpenAlarm[], isClaimed: (alertId: string) => boolean): boolean {
  const { role } = useUser()
  const { isOn, volume } = useSoundSetting(role)
  const waiting = alarms.filter(({ alertId, alarm }) => alarm.state === 'open' && !isClaimed(alertId))
  const pattern = isOn ? patternOf(waiting.map(({ severity }) => severity)) : null
  const newest = useRef({ waiting, volume })
  useEffect(() => {
    newest.current = { waiting, volume }
  })
  const isHeard = useHeard(pattern !== null)
  const hasTurn = useOneWindow(pattern !== null && isHeard === true)
  useEffect(() => {
    if (!pattern || !hasTurn) return
    const repeat = () => {
      const { waiting: now, volume: loud } = newest.current
      const sinceMs = Math.min(...now.map(({ alarm }) => Date.parse(alarm.openSince)))
      void sound(pattern, loudnessOf(loud, Date.now() - sinceMs))
    }
    repeat()
    const timer = setInterval(repeat, EVERY_MS[pattern])
    return () => clearInterval(timer)
  }, [pattern, hasTurn])
  return pattern !== null && isHeard === false
}

/** Null until it is known; any press on the page may change it. */
function useHeard(isWanted: boolean): boolean | null {
  const [isHeard, setHeard] = useState<boolean | null>(null)
  useEffect(() => {
    if (!isWanted) return
    const look = () => void mayBeHeard().then(setHeard)
    look()
    const timer = setInterval(look, LOOK_MS)
    addEventListener('pointerdown', look)
    return () => {
      clearInterval(timer)
      removeEventListener('pointerdown', look)
    }
  }, [isWanted])
  return isHeard
}

/** Whether this window is the one of all that are open; when it closes, the next one goes on. */
function useOneWindow(isWanted: boolean): boolean {
  const [hasTurn, setTurn] = useState(false)
  useEffect(() => {
    if (!isWanted) return
    if (!navigator.locks) {
      setTurn(true)
      return () => setTurn(false)
    }
    const end = new AbortController()
    const held = () =>
      new Promise<void>((resolve) => {
        setTurn(true)
        end.signal.addEventListener('abort', () => resolve(), { once: true })
      })
    navigator.locks.request(LOCK, { signal: end.signal }, held).catch(() => undefined)
    return () => {
      end.abort()
      setTurn(false)
    }
  }, [isWanted])
  return hasTurn
}
