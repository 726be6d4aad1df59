/** The keys of alarms: c goes, a has arrived, r finishes: of the alert whose page is open, else of one's own, else of the newest in the bar. */
import type { OpenAlarm } from '@mimamori/contract/alerting/alarm.ts'
import type { AlarmAction } from '@mimamori/contract/alerting/alarm-state.ts'
import { useKeys } from '#lib/browser/use-keys.ts'
import { actionsAfter, actionsOf, type Me, meantBy } from '../alarm-order.ts'
import { usePresses } from '../press/presses.ts'
import { useAbout } from '../press/use-about.ts'
import { type Target, useMe } from '../press/use-press.tsx'

const DETAIL = /^\/app\/alerts\/detail\/([\w-]+)$/

/** `alarms` in the order of the bar. */
export function useAlarmKeys(alarms: readonly OpenAlarm[], onPress: (target: Target, action: AlarmAction) => void) {
  const me = useMe()
  const about = useAbout()
  const presses = usePresses()
  const can = (alarm: OpenAlarm, action: AlarmAction) => {
    const last = presses.findLast(({ alertId }) => alertId === alarm.alertId)
    if (last) return last.hasWaited && actionsAfter(last.action).includes(action)
    return mayPress(alarm, action, me)
  }
  const press = (action: AlarmAction) => () => {
    const openId = DETAIL.exec(location.pathname)?.[1]
    const fitting = alarms.filter((alarm) => can(alarm, action))
    const found = meantBy(action, fitting, { openId, me })
    if (found) onPress({ alertId: found.alertId, about: about(found), alarm: found.alarm }, action)
  }
  useKeys({ c: press('claim'), a: press('arrive'), r: press('resolve') })
}

/** By key also an alarm that nobody went to may be finished; one of somebody else is not. */
function mayPress({ alarm }: OpenAlarm, action: AlarmAction, me: Me): boolean {
  if (alarm.state === 'open') return action === 'claim' || action === 'resolve'
  return actionsOf(alarm, me).includes(action)
}
