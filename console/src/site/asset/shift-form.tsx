/** The fields of a shift. SET-02. */
import { type Shift, shiftDraft } from '@mimamori/contract/site/asset.ts'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { isOverSites, useUser } from '#lib/session/session.ts'
import { TextField } from '#ui/form/field/text-field.tsx'
import { TimeField } from '#ui/form/field/time-field.tsx'
import { FieldRow, FormSection, RecordForm } from '#ui/form/record-form.tsx'
import { SiteChoice, useAssetForm } from './asset-form.tsx'

type Props = { asset?: Shift; onReload?: () => Promise<unknown> }

/** An ordinary day. */
const [FIRST_START, FIRST_END] = [9 * 60, 18 * 60]

export function ShiftForm({ asset, onReload }: Props) {
  const { t } = useTranslation('asset')
  const needsSite = isOverSites(useUser()) && !asset
  const state = useAssetForm({ kind: 'shift', schema: shiftDraft, values: valuesOf(asset), asset, onReload })
  const { control } = state.form
  return (
    <RecordForm label={t(asset ? 'shift-edit' : 'shift-new')} state={state} verb={asset ? undefined : t('shift-new')}>
      <FormSection title={t('section-shift')} help={t('section-shift-help')}>
        {needsSite && <SiteChoice control={control} name="tenantId" />}
        <TextField control={control} name="name" label={t('name')} required autoFocus={!asset} />
        <FieldRow>
          <TimeField control={control} name="startMinute" label={t('start')} required />
          <TimeField control={control} name="endMinute" label={t('end')} required />
        </FieldRow>
      </FormSection>
    </RecordForm>
  )
}

function valuesOf(asset: Shift | undefined): z.input<typeof shiftDraft> {
  return {
    type: 'SHIFT',
    name: asset?.name ?? '',
    startMinute: asset?.startMinute ?? FIRST_START,
    endMinute: asset?.endMinute ?? FIRST_END,
  }
}
