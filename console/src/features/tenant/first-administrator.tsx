/** What a new organisation or site needs next: somebody who administers it. */
import type { Tenant } from '@mimamori/contract/tenant.ts'
import { Button } from '@mui/material'
import { useRouter } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useUser } from '#lib/session.ts'
import { Card } from '#ui/card.tsx'
import css from './tenant-edit.module.css'

/** Nothing once there is one, and while connected, when nobody is invited. */
export function FirstAdministrator({ tenant }: { tenant: Tenant }) {
  const { t } = useTranslation('tenant')
  const { impersonatedTenant } = useUser()
  const router = useRouter()
  if (tenant.administratorCount > 0 || tenant.isDisabled || impersonatedTenant) return null
  const role = tenant.kind === 'site' ? 'ADMIN' : 'ORG_ADMIN'
  const address = `/app/users/new?${new URLSearchParams({ tenantId: tenant.id, role })}`
  return (
    <Card title={t('first-administrator')}>
      <div className={css.line}>
        <span className={css.quiet}>{t('first-administrator-help')}</span>
        <Button variant="contained" startIcon={<UserPlus size={18} />} onClick={() => router.history.push(address)}>
          {t('invite-first-administrator')}
        </Button>
      </div>
    </Card>
  )
}
