/** The buttons of one alarm, and what waits of them: in the bar and on the alert's page. ALARM-02. */
import type { AlarmAction } from '@mimamori/contract/shared/alarm-state.ts'
import { Check } from 'lucide-react'
import { type MouseEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { actionsAfter, actionsOf, type Standing } from '../alarm-order.ts'
import type { Target } from './press.ts'
import css from './press-buttons.module.css'
import { usePressesOf } from './presses.ts'
import { type Recent, useRecent } from './recent-presses.ts'
import { useMe } from './use-press.tsx'
import { useSteady } from './use-steady.ts'

/** `c`, `a` and `r`, where the action has a key. */
const KEY_OF: Partial<Record<AlarmAction, string>> = { claim: 'c', arrive: 'a', resolve: 'r' }

type Props = {
  target: Target
  onPress: (target: Target, action: AlarmAction) => void
  /** Before somebody has gone: `resolve` is offered too, with the outcomes that are possible then. */
  mayEndEarly?: boolean
}

/**
 * The action that is wanted most is the last one, where the one before it was: *Give back* never comes to lie where *I'm going*
 * was. For a moment after a press they stay as they are and take nothing.
 */
export function PressButtons({ target, onPress, mayEndEarly = false }: Props) {
  const { t } = useTranslation('alarm')
  const place = useRef<HTMLSpanElement>(null)
  const recent = useRecent(target.room)
  const held = recent?.isHeld ? recent : undefined
  const actions = useActions(target, { held, mayEndEarly })
  const { isReady, takes } = useSteady(place, `${actions.join()} ${held?.press.requestId}`)
  const isBusy = usePressesOf(target.room).some(({ hasWaited }) => !hasWaited)
  const { state } = held?.before ?? target.alarm
  const kindOf = (action: AlarmAction) => {
    if (action !== actions[0]) return 'other'
    return state === 'open' && action === 'claim' ? 'urgent' : action === 'join' ? 'calm' : 'next'
  }
  const press = (event: MouseEvent, action: AlarmAction) => {
    // The second of a double click means what the first one pressed.
    if (!held && !isBusy && event.detail < 2 && takes()) onPress(target, action)
  }
  return (
    <span ref={place} className={css.buttons}>
      {actions.toReversed().map((action) => (
        <button
          key={action}
          type="button"
          className={css.button}
          data-kind={kindOf(action)}
          aria-keyshortcuts={KEY_OF[action]}
          aria-label={`${t(action)}: ${target.about}`}
          aria-disabled={!isReady || held !== undefined || isBusy || undefined}
          data-busy={isBusy || undefined}
          onClick={(event) => press(event, action)}
        >
          {held?.press.action === action && !isBusy && <Check size={18} aria-hidden />}
          {isBusy && action === (held?.press.action ?? actions[0]) ? t('sending') : t(action)}
        </button>
      ))}
    </span>
  )
}

/** What this person can press now; presses that wait are taken as done, for the next one alone. */
function useActions(
  { room, alarm }: Target,
  { held, mayEndEarly }: { held: Recent | undefined; mayEndEarly: boolean },
): AlarmAction[] {
  const me = useMe()
  const last = usePressesOf(room).findLast(({ hasWaited }) => hasWaited)
  const of = (standing: Standing): AlarmAction[] => {
    const actions = actionsOf(standing, me)
    return mayEndEarly && standing.state === 'open' ? [...actions, 'resolve'] : actions
  }
  if (held) return of(held.before)
  return last ? actionsAfter(last.action) : of(alarm)
}
