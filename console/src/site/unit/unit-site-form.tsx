/** A new unit by a user outside a site: its name and its site. UNIT-01. */
import { type Unit, unitOfSite } from '@mimamori/contract/site/unit.ts'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/service/api.ts'
import { useIsOutside } from '#lib/session/session.ts'
import { findTenants } from '#shared/find-tenants.ts'
import { FindField } from '#ui/form/field/find-field.tsx'
import { TextField } from '#ui/form/field/text-field.tsx'
import { FormSection, RecordForm } from '#ui/form/record-form.tsx'
import { useRecordForm } from '#ui/form/use-record-form.ts'
import { useRefreshUnits } from './unit-queries.ts'

const NEW_UNIT = { name: '', tenantId: '' }

export function UnitOfSiteForm({ onSaved }: { onSaved: (unit: Unit) => void }) {
  const { t } = useTranslation('unit')
  const refresh = useRefreshUnits()
  const help = t(useIsOutside() ? 'section-site-help' : 'section-over-sites-help')
  const state = useRecordForm({
    schema: unitOfSite,
    values: NEW_UNIT,
    save: async (draft) => {
      const saved = await call('unit.create', { body: draft })
      await refresh()
      return saved
    },
    saved: t('created'),
    onSaved,
  })
  const { control } = state.form
  return (
    <RecordForm label={t('new')} state={state} verb={t('new')}>
      <FormSection title={t('section-unit')} help={help}>
        <TextField control={control} name="name" label={t('name')} required autoFocus />
        <FindField
          control={control}
          name="tenantId"
          label={t('site')}
          required
          queryKey={['tenant', 'choice']}
          find={findTenants('site')}
        />
      </FormSection>
    </RecordForm>
  )
}
