/** The fourth screen: who is called, and whether this device sounds. */
import type { Setup } from '@mimamori/contract/site/setup.ts'
import { Button } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { notifyError } from '#ui/feedback/toast.ts'
import { Card } from '#ui/layout/card.tsx'
import css from './setup.module.css'
import type { Home, SetupParts } from './setup-parts.ts'
import { changeSession } from './setup-queries.ts'

type Props = { setup: Setup; home: Home; parts: SetupParts }

export function SetupPeople({ setup: { people }, home, parts }: Props) {
  const { t } = useTranslation('setup')
  const cache = useQueryClient()
  return (
    <div className={css.stack}>
      {people.length > 0 && (
        <Card title={t('people-list')}>
          <ul className={css.people}>
            {people.map(({ id, displayName, isRegistered, isProven }) => (
              <li key={id}>
                <strong>{displayName}</strong>{' '}
                {t(isProven ? 'person-proven' : isRegistered ? 'person-registered' : 'person-invited')}
              </li>
            ))}
          </ul>
        </Card>
      )}
      <parts.Invite
        tenantId={home.id}
        isFirst={people.length === 0}
        onInvited={() => void cache.invalidateQueries({ queryKey: ['setup'] })}
      />
      <Card title={t('test-title')} help={t('test-help')}>
        <parts.TestAlarm />
      </Card>
      <Finish home={home} />
    </div>
  )
}

/** Leads to the dashboard of the home, where alarms arrive. */
function Finish({ home }: { home: Home }) {
  const { t } = useTranslation('setup')
  const [isBusy, setBusy] = useState(false)
  const finish = async () => {
    setBusy(true)
    try {
      await changeSession({ tenantId: home.id, reason: t('connect-reason') }, '/app/dashboard')
    } catch (error) {
      notifyError(errorTextNow(error))
      setBusy(false)
    }
  }
  return (
    <Button variant="contained" loading={isBusy} onClick={finish}>
      {t('finish')}
    </Button>
  )
}
