/** The one field of a tag, for its own address; the settings page edits tags where they stand. SET-02, NAV-09. */
import { type Tag, tagDraft } from '@mimamori/contract/site/asset.ts'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { isOverSites, useUser } from '#lib/session/session.ts'
import { TextField } from '#ui/form/field/text-field.tsx'
import { FormSection, RecordForm } from '#ui/form/record-form.tsx'
import { SiteChoice, useAssetForm } from './asset-form.tsx'

type Props = { asset?: Tag; onReload?: () => Promise<unknown> }

export function TagForm({ asset, onReload }: Props) {
  const { t } = useTranslation('asset')
  const needsSite = isOverSites(useUser()) && !asset
  const values: z.input<typeof tagDraft> = { type: 'TAG', name: asset?.name ?? '' }
  const state = useAssetForm({ kind: 'tag', schema: tagDraft, values, asset, onReload })
  const { control } = state.form
  return (
    <RecordForm label={t(asset ? 'tag-edit' : 'tag-new')} state={state} verb={asset ? undefined : t('tag-new')}>
      <FormSection title={t('section-tag')} help={t('section-tag-help')}>
        {needsSite && <SiteChoice control={control} name="tenantId" />}
        <TextField control={control} name="name" label={t('name')} required autoFocus={!asset} />
      </FormSection>
    </RecordForm>
  )
}
