/** agents/edit/{id}: one hub: its state, its commands, its form and its key. HUB-01, HUB-03. */
import type { AgentDetail } from '@mimamori/contract/fleet/agent.ts'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { useUser } from '#lib/session/session.ts'
import { Card } from '#ui/layout/card.tsx'
import { DetailLayout } from '#ui/layout/detail-layout.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import { BackToAgents } from '../../shared/back-to.tsx'
import { AgentDelete } from './agent-delete.tsx'
import { AgentDamages, AgentDuplicate, AgentLosses, AgentMachine, AgentNeeds, AgentRecord } from './agent-facts.tsx'
import { AgentForm } from './agent-form.tsx'
import { AgentKey } from './agent-key.tsx'
import { AgentProcesses } from './agent-processes.tsx'
import { useAgent, useSaveAgent } from './agent-queries.ts'
import { AgentStatus } from './agent-status.tsx'
import { AgentUpgrade } from './agent-upgrade.tsx'
import { RegistrationSteps } from './registration-steps.tsx'

const route = getRouteApi('/app/agents/edit/$id')

export function AgentEditPage() {
  const { id } = route.useParams()
  const query = useAgent(id)
  return (
    <Loaded query={query} back={<BackToAgents />}>
      {(agent) => <Hub key={agent.id} agent={agent} onReload={query.refetch} />}
    </Loaded>
  )
}

type Props = { agent: AgentDetail; onReload: () => Promise<unknown> }

function Hub({ agent, onReload }: Props) {
  const { t } = useTranslation('agent')
  const { role } = useUser()
  const mayChange = mayCall(role, 'agent.patch')
  const isComplete = agent.registrationStatus === 'REGISTRATION_COMPLETE'
  return (
    <>
      <PageHeader
        lead={<BackToAgents />}
        title={agent.name}
        badge={<AgentStatus agent={agent} />}
        subtitle={agent.tenantName}
        actions={mayChange && <AgentDelete agent={agent} />}
      />
      <DetailLayout
        main={
          <>
            <AgentDuplicate agent={agent} />
            <AgentNeeds agent={agent} />
            <AgentDamages agent={agent} />
            <AgentLosses agent={agent} />
            {!isComplete && (
              <Card title={t('steps')} help={t('steps-help')}>
                <RegistrationSteps status={agent.registrationStatus} />
              </Card>
            )}
            <AgentProcesses agent={agent} mayControl={mayCall(role, 'agent.control')} isWhole={mayChange} />
            <AgentUpgrade agent={agent} mayUpgrade={mayCall(role, 'upgrade.start')} />
            {mayChange && <Form agent={agent} onReload={onReload} />}
          </>
        }
        aside={
          <>
            <AgentMachine agent={agent} />
            <AgentRecord agent={agent} />
            {mayChange && <AgentKey agent={agent} />}
          </>
        }
      />
    </>
  )
}

function Form({ agent, onReload }: Props) {
  const { t } = useTranslation('agent')
  const { patch } = useSaveAgent()
  const { id, revision, name, tenantId, isNotificationEnabled, cameraCount, tenantName } = agent
  const values = useMemo(() => ({ name, tenantId, isNotificationEnabled }), [name, tenantId, isNotificationEnabled])
  // What the heartbeats change must not look like somebody's edit.
  const record = useMemo(() => ({ id, revision }), [id, revision])
  return (
    <AgentForm
      values={values}
      record={record}
      tenantName={tenantName}
      isSaved={cameraCount > 0}
      save={(draft, shown) => patch({ ...draft, id, revision: shown?.revision ?? revision })}
      saved={t('updated')}
      onReload={onReload}
    />
  )
}
