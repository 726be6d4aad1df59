/** Facts about machines: for administrators, below those that carers need; they can be folded. NIGHT-11. */
import { ADMINS, type Role } from '@mimamori/contract/shared/roles.ts'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '#lib/session/session.ts'
import { Facts } from '#ui/layout/detail-layout.tsx'

export function TechnicalFacts({ facts }: ComponentProps<typeof Facts>) {
  const { t } = useTranslation('ui')
  const isAdministrator = (ADMINS as readonly Role[]).includes(useUser().role)
  if (!isAdministrator || facts.length === 0) return null
  return (
    <details open>
      <summary>{t('details')}</summary>
      <Facts facts={facts} />
    </details>
  )
}
