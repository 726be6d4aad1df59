/** An item that the site's municipality asks for beyond the ministry's form. REPORT-05. */
import {
  ACCIDENT_LINE_MAX,
  ACCIDENT_TEXT_MAX,
  type AccidentForm,
  type OwnItem,
} from '@mimamori/contract/care/accident-form.ts'
import type { Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { TextField } from '#ui/form/field/text-field.tsx'

type Props = {
  item: OwnItem
  control: Control<AccidentForm, unknown, AccidentForm>
  isClosed: boolean
  isMissing: boolean
}

export function OwnItemRow({ item: { id, label, kind, isRequired }, control, isClosed, isMissing }: Props) {
  const { t } = useTranslation('accident')
  const isText = kind === 'text'
  return (
    <TextField
      {...{ control, label }}
      name={`own.${id}`}
      required={isRequired}
      disabled={isClosed}
      helperText={isMissing ? t('missing') : undefined}
      multiline={isText}
      minRows={isText ? 3 : undefined}
      slotProps={{ htmlInput: { maxLength: isText ? ACCIDENT_TEXT_MAX : ACCIDENT_LINE_MAX } }}
    />
  )
}
