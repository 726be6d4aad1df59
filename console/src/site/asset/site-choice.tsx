/** Which site a new asset is for: asked of those who look after several. */
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { findTenants } from '#shared/find-tenants.ts'
import { FindField } from '#ui/form/field/find-field.tsx'
import type { FieldOf } from '#ui/form/field/text-field.tsx'

export function SiteChoice<T extends FieldValues, O>(field: FieldOf<T, O>) {
  const { t } = useTranslation('asset')
  return <FindField {...field} label={t('site')} required queryKey={['tenant', 'choice']} find={findTenants('site')} />
}
