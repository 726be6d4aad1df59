/** Handles a press on an alarm's button: asks for the outcome or a name if needed, stores the press, and sends it. ALARM-02. */

import type { AlarmAction, AnswerSource } from '@mimamori/contract/shared/alarm-state.ts'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '#lib/service/patient-load.ts'
import { useUser } from '#lib/session/session.ts'
import { LazyOverlay } from '#ui/feedback/lazy-overlay.tsx'
import type { Me, Standing } from '../alarm-order.ts'
import type { Target, Wanted } from './press.ts'
import { addPress } from './presses.ts'

const ResolveDialog = lazyPart(() => import('./resolve-dialog.tsx'))
const NameDialog = lazyPart(() => import('#shared/names/name-dialog.tsx'))

type Asked = { target: Target; wanted: Wanted; step: 'outcome' | 'name' }

/** The user here: a person, or a shared station. */
export function useMe(): Me {
  const { id, type } = useUser()
  return useMemo(() => ({ id, isStation: type === 'SHARED' }), [id, type])
}

type Options = {
  /** Where the press comes from, if not from a button of the console. */
  from?: AnswerSource
  /** Offers to end this alarm and not the others of its room. */
  mayEndAlone?: boolean
}

/** Render `dialog` next to the buttons. */
export function usePress({ from, mayEndAlone = false }: Options = {}): {
  press: (target: Target, action: AlarmAction) => void
  dialog: ReactNode
} {
  const { t } = useTranslation('alarm')
  const me = useMe()
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const give = ({ alertId, room, about, alarm, members }: Target, wanted: Wanted, byUserId?: string) => {
    const source = from ?? (me.isStation ? 'station' : 'console')
    const seenIds = members.map((one) => one.alertId)
    addPress({ ...wanted, alertId, room, seenIds, about, source, ...(byUserId && { byUserId }) }, alarm)
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
    <LazyOverlay key={`${asked.step} ${asked.target.alertId}`} onFailed={close}>
      {asked.step === 'outcome' ? (
        <ResolveDialog
          about={asked.target.about}
          members={asked.target.members}
          mayBeAlone={mayEndAlone}
          hasSomebodyGone={asked.target.alarm.state !== 'open'}
          onDone={(ending) => {
            close()
            want(asked.target, { action: 'resolve', ...ending })
          }}
          onClose={close}
        />
      ) : (
        <NameDialog
          about={asked.target.about}
          prompt={t(`who-${asked.wanted.action}`)}
          likely={asked.wanted.action === 'claim' ? [] : goersOf(asked.target.alarm)}
          isEnding={asked.wanted.action === 'resolve'}
          onChoose={(userId, proof) => {
            close()
            give(asked.target, { ...asked.wanted, ...(proof && { proof }) }, userId)
          }}
          onClose={close}
        />
      )}
    </LazyOverlay>
  )
  return { press, dialog }
}

/** People who go: at a station one of them usually presses next. */
function goersOf({ claimer, joined }: Standing): string[] {
  return [claimer, ...joined].flatMap((person) => person?.userId ?? [])
}
