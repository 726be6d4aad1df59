/** Disables and enables an organization or a site. */
import type { Tenant } from '@mimamori/contract/site/tenant.ts'
import { Button } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { useUser } from '#lib/session/session.ts'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/form/confirm-dialog.tsx'
import { Card } from '#ui/layout/card.tsx'
import css from './tenant-edit.module.css'
import { useSaveTenant } from './tenant-queries.ts'

export function DisablePanel({ tenant }: { tenant: Tenant }) {
  const { t } = useTranslation('tenant')
  const { applicationTenant } = useUser()
  const { patch } = useSaveTenant()
  const [isAsking, setAsking] = useState(false)
  // Users cannot disable their own organization, and a tenant marked for deletion is already closed.
  if (tenant.id === applicationTenant?.id || tenant.deletionDueAt) return null
  const become = async (isDisabled: boolean) => {
    await patch({ id: tenant.id, isDisabled })
    setAsking(false)
    notifySuccess(t(isDisabled ? 'disabled-toast' : 'enabled-toast'))
  }
  const enable = () => become(false).catch((error: unknown) => notifyError(errorTextNow(error)))
  const what = tenant.kind === 'site' ? 'disable-text' : 'disable-text-organisation'
  return (
    <Card title={t(tenant.isDisabled ? 'enable-title' : 'disable-title')}>
      <div className={css.line}>
        <span className={css.quiet}>{t(tenant.isDisabled ? 'enable-text' : what)}</span>
        {tenant.isDisabled ? (
          <Button onClick={enable}>{t('enable')}</Button>
        ) : (
          <Button color="error" onClick={() => setAsking(true)}>
            {t('disable')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={isAsking}
        title={t('disable-confirm', { site: tenant.name })}
        text={t(what)}
        verb={t('disable')}
        nameToType={tenant.name}
        onConfirm={() => become(true)}
        onClose={() => setAsking(false)}
      />
    </Card>
  )
}
