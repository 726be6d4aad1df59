/** The buttons of one alarm, and what waits of them: in the bar and on the alert's page. ALARM-02. */
import type { AlarmAction } from '@mimamori/contract/alerting/alarm-state.ts'
import { useTranslation } from 'react-i18next'
import { actionsAfter, actionsOf } from '../alarm-order.ts'
import css from './press-buttons.module.css'
import { usePressesOf } from './presses.ts'
import { type Target, useMe } from './use-press.tsx'

/** `c`, `a` and `r`, where the action has a key. */
const KEY_OF: Partial<Record<AlarmAction, string>> = { claim: 'c', arrive: 'a', resolve: 'r' }

type Props = {
  target: Target
  onPress: (target: Target, action: AlarmAction) => void
  /** Before somebody has gone: `resolve` is offered too, with the outcomes that are possible then. */
  mayEndEarly?: boolean
  /** In the bar there is room for those alone that are wanted most. */
  most?: number
}

export function PressButtons({ target, onPress, mayEndEarly = false, most = 4 }: Props) {
  const { t } = useTranslation('alarm')
  const actions = useActions(target, mayEndEarly)
  const presses = usePressesOf(target.alertId)
  const isBusy = presses.some(({ hasWaited }) => !hasWaited)
  const { state } = target.alarm
  return actions.slice(0, most).map((action, at) => (
    <button
      key={action}
      type="button"
      className={css.button}
      data-kind={
        at > 0 ? 'other' : state === 'open' && action === 'claim' ? 'urgent' : action === 'join' ? 'calm' : 'next'
      }
      aria-keyshortcuts={KEY_OF[action]}
      aria-label={`${t(action)}: ${target.about}`}
      disabled={isBusy}
      onClick={() => onPress(target, action)}
    >
      {isBusy && at === 0 ? t('sending') : t(action)}
    </button>
  ))
}

/** What this person can press now; presses that wait are taken as done, for the next one alone. */
function useActions({ alertId, alarm }: Target, mayEndEarly: boolean): AlarmAction[] {
  const me = useMe()
  const last = usePressesOf(alertId).findLast(({ hasWaited }) => hasWaited)
  if (last) return actionsAfter(last.action)
  const actions = actionsOf(alarm, me)
  return mayEndEarly && alarm.state === 'open' ? [...actions, 'resolve'] : actions
}
