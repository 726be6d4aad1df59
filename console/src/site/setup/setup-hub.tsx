/** The second screen: the hub on the machine of the service by one press, or one on another machine. */
import type { Setup } from '@mimamori/contract/site/setup.ts'
import { Alert, Button } from '@mui/material'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#lib/service/use-error-text.ts'
import { Card } from '#ui/layout/card.tsx'
import css from './setup.module.css'
import type { Home, SetupParts } from './setup-parts.ts'
import { useStartHub } from './setup-queries.ts'
import { InSession } from './setup-session.tsx'

type Props = { setup: Setup; home: Home; parts: SetupParts }

export function SetupHub({ setup, home, parts }: Props) {
  const { t } = useTranslation('setup')
  const [isElsewhere, setElsewhere] = useState(false)
  return (
    <div className={css.stack}>
      {setup.hub && (
        <Card>
          <p role="status" className={css.state}>
            {setup.hub.isOnline ? <CircleCheck size={20} aria-hidden /> : <CircleDashed size={20} aria-hidden />}
            {t(setup.hub.isOnline ? 'hub-online' : 'hub-waiting', { hub: setup.hub.name })}
          </p>
        </Card>
      )}
      {setup.isHubHere ? !setup.hub && <StartHere home={home} /> : !setup.hub && <p>{t('hub-not-here')}</p>}
      {isElsewhere ? (
        <InSession of="own" home={home}>
          <parts.HubElsewhere tenantId={home.id} />
        </InSession>
      ) : (
        <Button variant="text" onClick={() => setElsewhere(true)}>
          {t(setup.hub ? 'hub-another' : 'hub-elsewhere')}
        </Button>
      )}
    </div>
  )
}

function StartHere({ home }: { home: Home }) {
  const { t } = useTranslation('setup')
  const errorText = useErrorText()
  const { mutate, isPending, error } = useStartHub()
  return (
    <Card title={t('hub-here')} help={t('hub-here-help')}>
      <Button
        variant="contained"
        loading={isPending}
        onClick={() => mutate({ tenantId: home.id, name: t('hub-here-name') })}
      >
        {t('hub-start')}
      </Button>
      {error && <Alert severity="error">{errorText(error)}</Alert>}
    </Card>
  )
}
