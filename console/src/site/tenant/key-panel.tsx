/** The site authorization key: its end, and a new one that is shown once. SITE-01; domain.md "Hub and site keys". */
import type { Tenant } from '@mimamori/contract/site/tenant.ts'
import { Button } from '@mui/material'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { useUser } from '#lib/session/session.ts'
import { useTime } from '#lib/time/use-time.ts'
import { HubCommands } from '#shared/hub/hub-commands.tsx'
import { notifyError } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/form/confirm-dialog.tsx'
import { SecretOnce } from '#ui/form/secret-once.tsx'
import { Card } from '#ui/layout/card.tsx'
import css from './tenant-edit.module.css'
import { useNewKey } from './tenant-queries.ts'

export function KeyPanel({ tenant }: { tenant: Tenant }) {
  const { t } = useTranslation('tenant')
  const { dateTime } = useTime()
  const { impersonatedTenant } = useUser()
  const newKey = useNewKey(tenant.id)
  const [isAsking, setAsking] = useState(false)
  const issued = newKey.data
  const verb = t(tenant.keyLastFour ? 'exchange-key' : 'issue-key')
  const issueFirst = () => newKey.mutate(undefined, { onError: (error) => notifyError(errorTextNow(error)) })
  const exchange = async () => {
    await newKey.mutateAsync()
    setAsking(false)
  }
  return (
    <Card title={t('key')} help={t('key-help')}>
      <div className={css.stack}>
        {issued && <SecretOnce label={t('key')} secret={issued.authorizationKey} />}
        {issued && (
          <>
            <p className={css.quiet}>{t('key-command')}</p>
            <HubCommands
              setting="MIMAMORI_SITE_KEY"
              secret={issued.authorizationKey}
              folder={`hub-${tenant.code.toLowerCase()}`}
            />
          </>
        )}
        {issued?.previousValidUntil && (
          <p className={css.quiet}>{t('key-previous', { time: dateTime(issued.previousValidUntil) })}</p>
        )}
        <div className={css.line}>
          <span>{tenant.keyLastFour ? t('key-ends', { end: tenant.keyLastFour }) : t('key-none')}</span>
          <Button
            startIcon={<KeyRound size={18} />}
            disabled={impersonatedTenant !== null || newKey.isPending}
            onClick={() => (tenant.keyLastFour ? setAsking(true) : issueFirst())}
          >
            {verb}
          </Button>
        </div>
        {impersonatedTenant && <p className={css.quiet}>{t('key-connected')}</p>}
      </div>
      <ConfirmDialog
        open={isAsking}
        title={t('exchange-title')}
        text={t('exchange-text')}
        verb={t('exchange-key')}
        onConfirm={exchange}
        onClose={() => setAsking(false)}
      />
    </Card>
  )
}
