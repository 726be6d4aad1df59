/** The organisation or site that a new user belongs to, found by typing. */

import type { userDraft } from '@mimamori/contract/identity/user.ts'
import type { TenantKind } from '@mimamori/contract/site/site-lists.ts'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { findTenants } from '#shared/find-tenants.ts'
import { FindField } from '#ui/form/field/find-field.tsx'
import type { FormOf } from '#ui/form/field/text-field.tsx'
import { useTenantName } from './user-queries.ts'

/** Must be chosen: the service cannot know which is meant. Another one has other units and shifts. */
export function SiteField({ form, kind }: { form: FormOf<typeof userDraft>; kind: TenantKind }) {
  const { t } = useTranslation('user')
  const tenantId = useWatch({ control: form.control, name: 'tenantId' })
  const known = useTenantName(tenantId)
  useForgetBindings(form, tenantId)
  return (
    <FindField
      control={form.control}
      name="tenantId"
      label={t(kind === 'organisation' ? 'organisation' : 'site')}
      required
      known={known}
      queryKey={['user', 'sites', kind]}
      find={findTenants(kind)}
    />
  )
}

/** What was chosen of the site before is nothing at the new one. */
function useForgetBindings(form: FormOf<typeof userDraft>, tenantId: string | undefined) {
  const [known, setKnown] = useState(tenantId)
  useEffect(() => {
    if (known === tenantId) return
    setKnown(tenantId)
    form.setValue('unitIds', [])
    form.setValue('shiftIds', [])
  }, [form, known, tenantId])
}
