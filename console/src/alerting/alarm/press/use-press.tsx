/** What a press on an alarm's button does: asks what is needed (outcome, name at a station), keeps it, sends it. ALARM-02. */
import type { AlarmAction, AnswerSource } from '@mimamori/contract/alerting/alarm-state.ts'
import { lazy, type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '#lib/session/session.ts'
import { LazyOverlay } from '#ui/feedback/lazy-overlay.tsx'
import type { Me, Standing } from '../alarm-order.ts'
import type { Wanted } from './press.ts'
import { addPress } from './presses.ts'

const ResolveDialog = lazy(() => import('./resolve-dialog.tsx'))
const NameDialog = lazy(() => import('#shared/name-dialog.tsx'))

export type Target = { alertId: string; about: string; alarm: Standing }
type Asked = { target: Target; wanted: Wanted; step: 'outcome' | 'name' }

/** Who presses here: a person, or everybody at a shared station. */
export function useMe(): Me {
  const { id, type } = useUser()
  return useMemo(() => ({ id, isStation: type === 'SHARED' }), [id, type])
}

/** `dialog` must be drawn where the buttons are; `from`: the way that led here, where that is no button of the console. */
export function usePress(from?: AnswerSource): {
  press: (target: Target, action: AlarmAction) => void
  dialog: ReactNode
} {
  const { t } = useTranslation('alarm')
  const me = useMe()
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const give = ({ alertId, about }: Target, wanted: Wanted, byUserId?: string) => {
    close()
    addPress({
      ...wanted,
      alertId,
      about,
      source: from ?? (me.isStation ? 'station' : 'console'),
      ...(byUserId && { byUserId }),
    })
  }
  const want = (target: Target, wanted: Wanted) => {
    if (me.isStation) setAsked({ target, wanted, step: 'name' })
    else give(target, wanted)
  }
  const press = (target: Target, action: AlarmAction) => {
    if (action === 'resolve') setAsked({ target, wanted: { action }, step: 'outcome' })
    else want(target, { action })
  }
  const dialog = asked && (
    <LazyOverlay key={asked.step} onFailed={close}>
      {asked.step === 'outcome' ? (
        <ResolveDialog
          about={asked.target.about}
          hasSomebodyGone={asked.target.alarm.state !== 'open'}
          onDone={(outcome, note) => want(asked.target, { action: 'resolve', outcome, ...(note && { note }) })}
          onClose={close}
        />
      ) : (
        <NameDialog
          about={asked.target.about}
          question={t(`who-${asked.wanted.action}`)}
          likely={asked.wanted.action === 'claim' ? [] : goersOf(asked.target.alarm)}
          onChoose={(userId) => give(asked.target, asked.wanted, userId)}
          onClose={close}
        />
      )}
    </LazyOverlay>
  )
  return { press, dialog }
}

/** Those who go: at a station one of them is usually the next to press. */
function goersOf({ claimer, joined }: Standing): string[] {
  return [claimer, ...joined].flatMap((person) => person?.userId ?? [])
}
