/** Deletes a hub after its name was typed; one with cameras says what has to happen first. HUB-02. */
import type { AgentDetail } from '@mimamori/contract/agent.ts'
import { Button } from '@mui/material'
import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { notifySuccess } from '#ui/toast.ts'
import { useRemoveAgent } from './agent-queries.ts'

export function AgentDelete({ agent }: { agent: AgentDetail }) {
  const { t } = useTranslation('agent')
  const navigate = useNavigate()
  const remove = useRemoveAgent()
  const [isOpen, setOpen] = useState(false)
  const hasCameras = agent.cameraCount > 0
  return (
    <>
      <Button
        variant="text"
        color="error"
        startIcon={<Trash2 size={18} />}
        disabled={hasCameras}
        title={hasCameras ? t('has-cameras', { limit: agent.cameraCount }) : undefined}
        onClick={() => setOpen(true)}
      >
        {t('delete')}
      </Button>
      <ConfirmDialog
        open={isOpen}
        title={t('delete-title', { name: agent.name })}
        text={t('delete-text')}
        verb={t('delete')}
        nameToType={agent.name}
        onClose={() => setOpen(false)}
        onConfirm={async () => {
          await remove.mutateAsync(agent.id)
          notifySuccess(t('deleted'))
          await navigate({ to: '/app/agents/list' })
        }}
      />
    </>
  )
}
