/** A hub on another machine, for the first setup: its key and command by one press, again if they were lost. DOOR-01, HUB-03. */
import { Alert, Button } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/service/api.ts'
import { useChange } from '#lib/service/use-call.ts'
import { useErrorText } from '#lib/service/use-error-text.ts'
import { Card } from '#ui/layout/card.tsx'
import { AgentConnect } from './agent-connect.tsx'
import css from './agent-new.module.css'
import { useAgent } from './agent-queries.ts'
import { RegistrationSteps } from './registration-steps.tsx'

export function AgentElsewhere({ tenantId }: { tenantId: string }) {
  const { t } = useTranslation('agent')
  const errorText = useErrorText()
  const { mutate, data, error, isPending } = useChange(['agent'], () => keyFor(tenantId, t('elsewhere')))
  if (data) return <Waiting issued={data} />
  return (
    <Card title={t('elsewhere')} help={t('elsewhere-help')}>
      <Button variant="contained" loading={isPending} onClick={() => mutate()}>
        {t('elsewhere-show')}
      </Button>
      {error && <Alert severity="error">{errorText(error)}</Alert>}
    </Card>
  )
}

type Issued = { id: string; publicId: string; key: string }

/** Who comes back without the key gets another one for the hub that never came, not one more hub. */
async function keyFor(tenantId: string, name: string): Promise<Issued> {
  const waiting = await call('agent.search', {
    query: { pageSize: 1 },
    body: { tenantIds: [tenantId], registrationStatuses: ['CREATED'], text: name },
  })
  const [agent] = waiting.records
  if (!agent) return call('agent.create', { body: { tenantId, name } })
  const { key } = await call('agent.rotateKey', { params: { id: agent.id } })
  return { id: agent.id, publicId: agent.publicId, key }
}

function Waiting({ issued: { id, publicId, key } }: { issued: Issued }) {
  const { t } = useTranslation('agent')
  const { data } = useAgent(id)
  return (
    <div className={css.column}>
      <AgentConnect publicId={publicId} secret={key} />
      <Card title={t('steps')} help={t('steps-help')}>
        <RegistrationSteps status={data?.registrationStatus ?? 'CREATED'} />
      </Card>
    </div>
  )
}
