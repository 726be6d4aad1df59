/** Which site a new asset is for: asked of those who look after several. */
import { useQuery } from '@tanstack/react-query'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api.ts'
import { useUser } from '#lib/session.ts'
import { SelectField } from '#ui/select-field.tsx'
import type { FieldOf } from '#ui/text-field.tsx'

/** More than one choice can hold; an organisation with more connects to the site first. */
const MOST_SITES = 100

/** Whether the user works on several sites at once, so that a new thing must name its own. */
export function useIsOverSites(): boolean {
  const { role, impersonatedTenant } = useUser()
  return role === 'ORG_ADMIN' && !impersonatedTenant
}

export function SiteChoice<T extends FieldValues, O>(field: FieldOf<T, O>) {
  const { t } = useTranslation('asset')
  const sites = useQuery({
    queryKey: ['tenant', 'choice'],
    queryFn: ({ signal }) =>
      call('tenant.search', { query: { pageSize: MOST_SITES }, body: { kind: 'site', isDisabled: false } }, signal),
  })
  const options = sites.data?.records.map(({ id, name }) => ({ value: id, label: name })) ?? []
  return <SelectField {...field} label={t('site')} required options={options} />
}
