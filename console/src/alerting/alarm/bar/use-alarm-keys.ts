/** Keys of alarms: c claims, a arrives, r resolves; for the open page's alert, else the user's own, else the bar's first row. */
import type { AlarmAction } from '@mimamori/contract/shared/alarm-state.ts'
import { useEffect, useRef } from 'react'
import { useKeys } from '#lib/browser/use-keys.ts'
import { useAbout } from '#shared/alarms.ts'
import { actionsAfter, actionsOf, type Me, meantBy, membersOf, type OpenCall } from '../alarm-order.ts'
import type { Target } from '../press/press.ts'
import { usePresses } from '../press/presses.ts'
import { lastHeld } from '../press/recent-presses.ts'
import { useMe } from '../press/use-press.tsx'
import { SETTLES_AFTER_MS } from '../press/use-steady.ts'

const DETAIL = /^\/app\/alerts\/detail\/([\w-]+)$/

/** `shown`: the rows of the bar; rooms without a row come after them. */
export function useAlarmKeys(
  calls: readonly OpenCall[],
  shown: readonly OpenCall[],
  onPress: (target: Target, action: AlarmAction) => void,
) {
  const me = useMe()
  const about = useAbout()
  const presses = usePresses()
  const can = (call: OpenCall, action: AlarmAction) => {
    const last = presses.findLast(({ room }) => room === call.room)
    if (last) return last.hasWaited && actionsAfter(last.action).includes(action)
    return mayPress(call, action, me)
  }
  const meant = (action: AlarmAction) => {
    const openId = DETAIL.exec(location.pathname)?.[1]
    const rest = calls.filter(({ room }) => !shown.some((row) => row.room === room))
    const fitting = [...shown, ...rest].filter((call) => can(call, action))
    return meantBy(action, fitting, { openId, me })
  }
  const claimable = meant('claim')?.alertId
  const since = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another alarm has just come to be meant
  useEffect(() => {
    since.current = performance.now()
  }, [claimable])
  const press = (action: AlarmAction) => () => {
    const found = meant(action)
    if (!found || isSecond(found.room, action)) return
    if (action === 'claim' && performance.now() - since.current < SETTLES_AFTER_MS) return
    const { alertId, room, alarm } = found
    onPress({ alertId, room, alarm, about: about(found), members: membersOf(found) }, action)
  }
  useKeys({ c: press('claim'), a: press('arrive'), r: press('resolve') })
}

/** Soon after a press: the same one again, one that would mean another alarm, or an arrival, as by typing a word. */
function isSecond(room: string, action: AlarmAction): boolean {
  const last = lastHeld()
  return last !== undefined && (last.press.action === action || last.press.room !== room || action === 'arrive')
}

/** By key a user may also finish an alarm that nobody went to, but not another user's. */
function mayPress({ alarm }: OpenCall, action: AlarmAction, me: Me): boolean {
  if (alarm.state === 'open') return action === 'claim' || action === 'resolve'
  return actionsOf(alarm, me).includes(action)
}
