/** A hub's key: its end, a new one that is shown once, and its revocation. HUB-01; domain.md "Hub and site keys". */
import type { AgentDetail } from '@mimamori/contract/fleet/agent.ts'
import { Button } from '@mui/material'
import { Ban, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '#lib/session/session.ts'
import { useTime } from '#lib/time/use-time.ts'
import { notifySuccess } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/form/confirm-dialog.tsx'
import { SecretOnce } from '#ui/form/secret-once.tsx'
import { Card } from '#ui/layout/card.tsx'
import css from './agent-key.module.css'
import { useKeyChanges } from './agent-queries.ts'

export function AgentKey({ agent }: { agent: AgentDetail }) {
  const { t } = useTranslation('agent')
  const { dateTime } = useTime()
  const isConnected = useUser().impersonatedTenant !== null
  const { rotate, revoke } = useKeyChanges(agent.id)
  const [asked, setAsked] = useState<'exchange' | 'revoke' | null>(null)
  const confirm = async () => {
    if (asked === 'exchange') await rotate.mutateAsync()
    else {
      await revoke.mutateAsync()
      rotate.reset()
      notifySuccess(t('key-revoked'))
    }
    setAsked(null)
  }
  const verb = asked ?? 'exchange'
  return (
    <Card title={t('key')} help={t('key-help')}>
      <div className={css.stack}>
        {rotate.data && <SecretOnce label={t('key-label')} secret={rotate.data.key} />}
        <p className={css.quiet}>{agent.isRevoked ? t('revoked') : t('key-ends', { end: agent.keyLastFour })}</p>
        {agent.keyRotatedAt && <p className={css.quiet}>{t('key-rotated', { time: dateTime(agent.keyRotatedAt) })}</p>}
        {agent.previousKeyUntil && (
          <p className={css.quiet}>{t('key-previous', { time: dateTime(agent.previousKeyUntil) })}</p>
        )}
        <div className={css.actions}>
          <Button startIcon={<KeyRound size={18} />} disabled={isConnected} onClick={() => setAsked('exchange')}>
            {t('exchange-key')}
          </Button>
          <Button
            color="error"
            startIcon={<Ban size={18} />}
            disabled={isConnected || agent.isRevoked}
            onClick={() => setAsked('revoke')}
          >
            {t('revoke-key')}
          </Button>
        </div>
        {isConnected && <p className={css.quiet}>{t('key-connected')}</p>}
      </div>
      <ConfirmDialog
        open={asked !== null}
        title={t(`${verb}-title`, { name: agent.name })}
        text={t(`${verb}-text`)}
        verb={t(`${verb}-key`)}
        onConfirm={confirm}
        onClose={() => setAsked(null)}
      />
    </Card>
  )
}
