/** What a new organisation or site needs next: somebody who administers it. */
import type { Tenant } from '@mimamori/contract/site/tenant.ts'
import { UserPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useUser } from '#lib/session/session.ts'
import { Card } from '#ui/layout/card.tsx'
import { LinkButton } from '#ui/layout/link-button.tsx'
import css from './tenant-edit.module.css'

/** Nothing once there is one, and while connected, when nobody is invited. */
export function FirstAdministrator({ tenant }: { tenant: Tenant }) {
  const { t } = useTranslation('tenant')
  const { impersonatedTenant } = useUser()
  if (tenant.administratorCount > 0 || tenant.isDisabled || impersonatedTenant) return null
  const role = tenant.kind === 'site' ? 'ADMIN' : 'ORG_ADMIN'
  return (
    <Card title={t('first-administrator')}>
      <div className={css.line}>
        <span className={css.quiet}>{t('first-administrator-help')}</span>
        <LinkButton
          to="/app/users/new"
          search={{ tenantId: tenant.id, role }}
          variant="contained"
          startIcon={<UserPlus size={18} />}
        >
          {t('invite-first-administrator')}
        </LinkButton>
      </div>
    </Card>
  )
}
