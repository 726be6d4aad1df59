/** Whether recordings are uploaded or stay on their hubs, with what either means in words. REC-05. */
import { RECORDING_PLACES } from '@mimamori/contract/footage/recording-on-hub.ts'
import type { RetentionDraft } from '@mimamori/contract/footage/recording-retention.ts'
import { FormControlLabel, Radio, RadioGroup } from '@mui/material'
import { useId } from 'react'
import { type Control, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormSection } from '#ui/form/record-form.tsx'
import css from './retention.module.css'

type Props<O> = { control: Control<RetentionDraft, unknown, O> }

export function RetentionPlace<O>({ control }: Props<O>) {
  const { t } = useTranslation('retention')
  const id = useId()
  const { field } = useController({ control, name: 'place' })
  return (
    <FormSection title={t('place')} help={t('place-change')}>
      <RadioGroup aria-label={t('place')} {...field} className={css.places}>
        {RECORDING_PLACES.map((place) => (
          <div key={place} className={css.place} data-chosen={field.value === place || undefined}>
            <FormControlLabel
              value={place}
              control={<Radio slotProps={{ input: { 'aria-describedby': `${id}-${place}` } }} />}
              label={t(`place-${place}`)}
            />
            <p id={`${id}-${place}`} className={css.meaning}>
              {t(`place-${place}-help`)}
            </p>
          </div>
        ))}
      </RadioGroup>
    </FormSection>
  )
}
