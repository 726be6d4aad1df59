/** Deletes a hub after its name was typed; if it has cameras, shows what must be done first. HUB-02. */
import type { AgentDetail } from '@mimamori/contract/fleet/agent.ts'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { notifySuccess } from '#ui/feedback/toast.ts'
import { DeleteButton } from '#ui/form/delete-button.tsx'
import { useRemoveAgent } from './agent-queries.ts'

export function AgentDelete({ agent: { id, name, cameraCount } }: { agent: AgentDetail }) {
  const { t } = useTranslation('agent')
  const navigate = useNavigate()
  const remove = useRemoveAgent()
  return (
    <DeleteButton
      verb={t('delete')}
      title={t('delete-title', { name })}
      text={t('delete-text')}
      nameToType={name}
      rejection={cameraCount > 0 ? t('has-cameras', { limit: cameraCount }) : undefined}
      onDelete={async () => {
        await remove.mutateAsync(id)
        notifySuccess(t('deleted'))
        await navigate({ to: '/app/agents/list' })
      }}
    />
  )
}
