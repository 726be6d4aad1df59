/** agents/new: name and site, then the key once, and the registration step by step as it happens. HUB-03. */

import type { Endpoints } from '@mimamori/contract/endpoints.ts'
import type { ResultOf } from '@mimamori/contract/shared/endpoint.ts'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/service/api.ts'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { signIn, useUser } from '#lib/session/session.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { notifyError } from '#ui/feedback/toast.ts'
import { Card } from '#ui/layout/card.tsx'
import { LinkButton } from '#ui/layout/link-button.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { BackToAgents } from '../../shared/back-to.tsx'
import { AgentConnect } from './agent-connect.tsx'
import { AgentForm, NEW_AGENT } from './agent-form.tsx'
import css from './agent-new.module.css'
import { useAgent, useSaveAgent, useSiteName } from './agent-queries.ts'
import { RegistrationSteps } from './registration-steps.tsx'

const route = getRouteApi('/app/agents/new')

type Created = ResultOf<Endpoints['agent.create']>

export function AgentNewPage() {
  const { t } = useTranslation('agent')
  const { create } = useSaveAgent()
  // Lost with the page, as it has to be: the key is shown once.
  const [created, setCreated] = useState<Created | null>(null)
  const { impersonatedTenant } = useUser()
  const { tenantId } = route.useSearch()
  const site = useSiteName(tenantId)
  if (created) return <Issued created={created} />
  if (impersonatedTenant) return <Connected site={impersonatedTenant} />
  return (
    <>
      <PageHeader title={t('new')} lead={<BackToAgents />} />
      <AgentForm
        values={{ ...NEW_AGENT, ...(tenantId && { tenantId }) }}
        tenantName={site}
        save={create}
        saved={t('created')}
        onSaved={setCreated}
      />
    </>
  )
}

/** Keys are shown in one's own session alone: one press leaves the site, and the form names it already. */
function Connected({ site: { id } }: { site: { id: string } }) {
  const { t } = useTranslation('agent')
  const navigate = route.useNavigate()
  const leave = async () => {
    try {
      const own = await call('session.stopImpersonating')
      // The console begins anew with the own session, at this address.
      await navigate({ to: '/app/agents/new', search: { tenantId: id }, replace: true })
      signIn(own)
    } catch (error) {
      notifyError(errorTextNow(error))
    }
  }
  return (
    <>
      <PageHeader title={t('new')} lead={<BackToAgents />} />
      <Notice action={{ label: t('leave-and-go'), onClick: leave }}>{t('connected-leave')}</Notice>
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
