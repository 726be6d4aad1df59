/** Three questions, each with yes or no, its day and its signature. RESIDENT-01. */
import { CONSENTS, type ConsentKind } from '@mimamori/contract/care/resident-title.ts'
import { Button, FormControlLabel, FormHelperText, Radio, RadioGroup } from '@mui/material'
import { type Control, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { DateField } from '#ui/form/field/date-field.tsx'
import { TextField, useFieldError } from '#ui/form/field/text-field.tsx'
import { FieldRow } from '#ui/form/record-form.tsx'
import type { RecordFormState } from '#ui/form/use-record-form.ts'
import css from './resident.module.css'
import type { ResidentValues } from './resident-values.ts'

// The form's own type has the output of its schema as well, which no field needs.
type Form = RecordFormState<ResidentValues, never>['form']

export function ConsentFields({ form }: { form: unknown }) {
  const { t } = useTranslation('resident')
  const { control, getValues, setValue } = form as Form
  const copy = () => {
    const [first] = getValues('consents')
    for (const at of CONSENTS.keys()) {
      setValue(`consents.${at}.answeredOn`, first!.answeredOn, { shouldDirty: true })
      setValue(`consents.${at}.answeredBy`, first!.answeredBy, { shouldDirty: true, shouldValidate: true })
    }
  }
  return (
    <>
      {CONSENTS.map((kind, at) => (
        <fieldset key={kind} className={css.prompt}>
          <legend>{t(`consent-${kind}`)}</legend>
          <Answer control={control} at={at} kind={kind} />
          <FieldRow>
            <DateField control={control} name={`consents.${at}.answeredOn`} label={t('answered-on')} required />
            <TextField
              control={control}
              name={`consents.${at}.answeredBy`}
              label={t('answered-by')}
              helperText={t('answered-by-help')}
              required
            />
          </FieldRow>
          {at === 0 && (
            <div>
              <Button variant="text" onClick={copy}>
                {t('copy-signature')}
              </Button>
            </div>
          )}
        </fieldset>
      ))}
    </>
  )
}

type AnswerProps = { control: Control<ResidentValues, unknown, never>; at: number; kind: ConsentKind }

function Answer({ control, at, kind }: AnswerProps) {
  const { t } = useTranslation('resident')
  const { field, fieldState } = useController({ control, name: `consents.${at}.isGiven` })
  const error = useFieldError(fieldState.error?.message)
  const value = field.value === undefined ? '' : field.value ? 'yes' : 'no'
  return (
    <div>
      <RadioGroup
        aria-label={t(`consent-${kind}`)}
        value={value}
        onBlur={field.onBlur}
        onChange={(_, next) => field.onChange(next === 'yes')}
      >
        {(['yes', 'no'] as const).map((answer, place) => (
          <FormControlLabel
            key={answer}
            value={answer}
            control={<Radio slotProps={{ input: { ref: place === 0 ? field.ref : undefined } }} />}
            label={
              <>
                <strong>{t('answer', { answer: t(answer) })}</strong> {t(`consent-${kind}-${answer}`)}
              </>
            }
          />
        ))}
      </RadioGroup>
      {error && <FormHelperText error>{error}</FormHelperText>}
    </div>
  )
}
