/**
 * Ends the chosen alarms that nobody goes to: as false ones, or because somebody was there. It names them first, by kind and
 * room, and can be undone. At a shared station a person is picked. ALARM-05.
 */

import type { Alert } from '@mimamori/contract/alerting/alert.ts'
import type { AlarmOutcome } from '@mimamori/contract/shared/alarm-state.ts'
import { Button } from '@mui/material'
import { BellOff, UserCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId } from '#lib/browser/without-tls.ts'
import { call } from '#lib/service/api.ts'
import { lazyPart } from '#lib/service/patient-load.ts'
import { useUser } from '#lib/session/session.ts'
import { LazyOverlay } from '#ui/feedback/lazy-overlay.tsx'
import { NamedAlarms } from './named-alarms.tsx'
import { type EndedBy, type EndingPress, useEnding } from './use-ending.ts'

const NameDialog = lazyPart(() => import('#shared/names/name-dialog.tsx'))
const ConfirmDialog = lazyPart(async () => ({ default: (await import('#ui/form/confirm-dialog.tsx')).ConfirmDialog }))

type Ending = Extract<AlarmOutcome, 'false-alarm' | 'already-there'>
type Asked = { outcome: Ending; isNaming: boolean }
type Press = EndingPress & { outcome: Ending }
type Props = { alarms: readonly Alert[]; onDone: () => void }

export function EndAlarms({ alarms, onDone }: Props) {
  const { t } = useTranslation('alarm')
  const isStation = useUser().type === 'SHARED'
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const ending = useEnding(
    (press: Press) => call('alarm.resolveMany', { body: press }),
    ({ outcome, ids }) => t(`bulk-done-${outcome}`, { count: ids.length }),
    onDone,
  )
  const ask = (outcome: Ending) => setAsked({ outcome, isNaming: false })
  const finish = (outcome: Ending, by: EndedBy = {}) => {
    close()
    const ids = alarms.map(({ id }) => id)
    ending.mutate({ outcome, ids, requestId: newId(), ...by })
  }
  return (
    <>
      <Button startIcon={<BellOff size={18} />} loading={ending.isPending} onClick={() => ask('false-alarm')}>
        {t('bulk-false-alarm', { count: alarms.length })}
      </Button>
      <Button startIcon={<UserCheck size={18} />} loading={ending.isPending} onClick={() => ask('already-there')}>
        {t('bulk-already-there')}
      </Button>
      {asked && (
        <LazyOverlay key={String(asked.isNaming)} onFailed={close}>
          {asked.isNaming ? (
            <NameDialog
              prompt={t('who-resolve')}
              about={t(`bulk-${asked.outcome}`, { count: alarms.length })}
              likely={[]}
              isEnding
              onChoose={(byUserId, proof) => finish(asked.outcome, { byUserId, ...(proof && { proof }) })}
              onClose={close}
            />
          ) : (
            <ConfirmDialog
              open
              isHarmless
              title={t(`bulk-ask-${asked.outcome}`, { count: alarms.length })}
              text={t('resolve-help')}
              verb={t('resolve')}
              onConfirm={() => (isStation ? setAsked({ ...asked, isNaming: true }) : finish(asked.outcome))}
              onClose={close}
            >
              <NamedAlarms alarms={alarms} />
            </ConfirmDialog>
          )}
        </LazyOverlay>
      )}
    </>
  )
}
