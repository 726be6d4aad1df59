/** agents/new: name and site, then the key once, and the registration step by step as it happens. HUB-03. */

import type { Endpoints } from '@mimamori/contract/endpoints.ts'
import type { ResultOf } from '@mimamori/contract/shared/endpoint.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '#ui/layout/card.tsx'
import { LinkButton } from '#ui/layout/link-button.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { AgentConnect } from './agent-connect.tsx'
import { AgentForm, NEW_AGENT } from './agent-form.tsx'
import css from './agent-new.module.css'
import { useAgent, useSaveAgent } from './agent-queries.ts'
import { BackToAgents } from './back-to-agents.tsx'
import { RegistrationSteps } from './registration-steps.tsx'

type Created = ResultOf<Endpoints['agent.create']>

export function AgentNewPage() {
  const { t } = useTranslation('agent')
  const { create } = useSaveAgent()
  // Lost with the page, as it has to be: the key is shown once.
  const [created, setCreated] = useState<Created | null>(null)
  if (created) return <Issued created={created} />
  return (
    <>
      <PageHeader title={t('new')} lead={<BackToAgents />} />
      <AgentForm values={NEW_AGENT} save={create} saved={t('created')} onSaved={setCreated} />
    </>
  )
}

function Issued({ created }: { created: Created }) {
  const { t } = useTranslation('agent')
  const now = useAgent(created.id).data ?? created
  return (
    <>
      <PageHeader
        title={t('ready-title', { name: created.name })}
        subtitle={created.tenantName}
        lead={<BackToAgents />}
        actions={
          <LinkButton to="/app/agents/edit/$id" params={{ id: created.id }} variant="outlined">
            {t('to-hub')}
          </LinkButton>
        }
      />
      <div className={css.column}>
        <AgentConnect publicId={created.publicId} secret={created.key} />
        <Card title={t('steps')} help={t('steps-help')}>
          <RegistrationSteps status={now.registrationStatus} />
        </Card>
      </div>
    </>
  )
}
