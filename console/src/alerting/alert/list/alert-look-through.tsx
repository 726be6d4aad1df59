/**
 * Ends all alarms that a lost connection delayed for long, once a user has reviewed them. Lists first what it would end: the
 * list's current contents, and nothing newer. It can be undone. At a shared station the user selects a name. ALARM-05.
 */
import type { Alert, AlertFilter } from '@mimamori/contract/alerting/alert.ts'
import { LOOK_THROUGH_MAX } from '@mimamori/contract/alerting/alert-lists.ts'
import { Button } from '@mui/material'
import { CheckCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId } from '#lib/browser/without-tls.ts'
import { call } from '#lib/service/api.ts'
import { lazyPart } from '#lib/service/patient-load.ts'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { useUser } from '#lib/session/session.ts'
import { LazyOverlay } from '#ui/feedback/lazy-overlay.tsx'
import { notifyError, notifyInfo } from '#ui/feedback/toast.ts'
import { NamedAlarms } from './named-alarms.tsx'
import { type EndedBy, type EndingPress, useEnding } from './use-ending.ts'

const NameDialog = lazyPart(() => import('#shared/names/name-dialog.tsx'))
const ConfirmDialog = lazyPart(async () => ({ default: (await import('#ui/form/confirm-dialog.tsx')).ConfirmDialog }))

type Asked = { alarms: Alert[]; isNaming: boolean }
/** `count`: number of alerts that match the filter. */
type Props = { filter: AlertFilter; count: number }

export function LookThrough({ filter, count }: Props) {
  const { t } = useTranslation('alarm')
  const isStation = useUser().type === 'SHARED'
  const [isReading, setReading] = useState(false)
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const ending = useEnding(
    (press: EndingPress) => call('alarm.lookThrough', { body: press }),
    ({ ids }) => t('late-ended', { count: ids.length }),
  )
  const ask = async () => {
    setReading(true)
    try {
      const alarms = await findAll(filter)
      if (alarms.length > 0) setAsked({ alarms, isNaming: false })
      else notifyInfo(t('late-none'))
    } catch (error) {
      notifyError(errorTextNow(error))
    }
    setReading(false)
  }
  const finish = (alarms: Alert[], by: EndedBy = {}) => {
    close()
    ending.mutate({ ids: alarms.map(({ id }) => id), requestId: newId(), ...by })
  }
  return (
    <>
      <Button
        variant="contained"
        startIcon={<CheckCheck size={18} />}
        disabled={count === 0}
        loading={isReading || ending.isPending}
        onClick={() => void ask()}
      >
        {t('late-done')}
      </Button>
      {asked && (
        <LazyOverlay key={String(asked.isNaming)} onFailed={close}>
          {asked.isNaming ? (
            <NameDialog
              prompt={t('who-resolve')}
              about={t('late-title')}
              likely={[]}
              isEnding
              onChoose={(byUserId, proof) => finish(asked.alarms, { byUserId, ...(proof && { proof }) })}
              onClose={close}
            />
          ) : (
            <ConfirmDialog
              open
              isHarmless
              title={t('late-ask', { count: asked.alarms.length })}
              text={t('late-ask-text')}
              verb={t('late-done')}
              onConfirm={() => (isStation ? setAsked({ ...asked, isNaming: true }) : finish(asked.alarms))}
              onClose={close}
            >
              <NamedAlarms alarms={asked.alarms} />
            </ConfirmDialog>
          )}
        </LazyOverlay>
      )}
    </>
  )
}

const PAGE_SIZE = 100

/** The oldest first, so that new alerts do not move any to another page. */
async function findAll(filter: AlertFilter): Promise<Alert[]> {
  const found = new Map<string, Alert>()
  for (let pageNumber = 0; pageNumber * PAGE_SIZE < LOOK_THROUGH_MAX; pageNumber++) {
    const query = { pageNumber, pageSize: PAGE_SIZE, sortColumn: 'occurredAt', sortAscending: true }
    const { records } = await call('alert.search', { query, body: filter })
    for (const alert of records) found.set(alert.id, alert)
    if (records.length < PAGE_SIZE) break
  }
  return [...found.values()]
}
