/** The digital input of a camera: which kind of alert it raises, which input, and how its contact rests. REACH-63. */
import { memo } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { SwitchField } from '#ui/form/field/checkbox-field.tsx'
import { TextField } from '#ui/form/field/text-field.tsx'
import { FormSection } from '#ui/form/record-form.tsx'
import { useAssets } from '../camera-choices.ts'
import type { CameraControl } from './camera-form-values.ts'
import { ChoiceField } from './choice-field.tsx'

/** Fields of the System tab. */
export const INPUT_FIELDS: readonly string[] = ['inputKindId', 'inputName', 'isInputNormallyClosed']

export const InputSection = memo(function InputSection({ control }: { control: CameraControl }) {
  const { t } = useTranslation('cameraForm')
  const { t: field } = useTranslation('cameraField')
  const { data: kinds = [] } = useAssets('KIND')
  const isRead = useWatch({ control, name: 'inputKindId' }) != null
  return (
    <FormSection title={t('input-title')} help={t('input-help')}>
      <ChoiceField
        control={control}
        name="inputKindId"
        label={field('inputKindId')}
        options={[
          { value: null, label: t('input-none') },
          ...kinds.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      {isRead && (
        <>
          <TextField
            control={control}
            name="inputName"
            label={field('inputName')}
            helperText={t('input-name-help')}
            slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'none' } }}
          />
          <SwitchField control={control} name="isInputNormallyClosed" label={field('isInputNormallyClosed')} />
        </>
      )}
    </FormSection>
  )
})
