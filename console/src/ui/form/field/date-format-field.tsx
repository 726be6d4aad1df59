/** The date format in a react-hook-form form: each option shows the current time. GEN-04. */
import { DATE_FORMATS } from '@mimamori/contract/languages/locales.ts'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { toLanguage } from '#lib/browser/language.ts'
import { dateTime, knownZone } from '#lib/time/time.ts'
import { useNow } from '#lib/time/use-time.ts'
import { SelectField } from './select-field.tsx'
import type { FieldOf } from './text-field.tsx'

type Props<T extends FieldValues, O> = FieldOf<T, O> & {
  label: string
  required?: boolean
  /** Time zone of the user whose dates they are; the browser's own if none is selected yet. */
  timezone: string
}

export function DateFormatField<T extends FieldValues, O>({ timezone, ...field }: Props<T, O>) {
  const { i18n } = useTranslation()
  const now = useNow()
  const style = { timeZone: knownZone(timezone), language: toLanguage(i18n.language) }
  const options = DATE_FORMATS.map((dateFormat) => ({
    value: dateFormat,
    label: dateTime(now, { ...style, dateFormat }),
  }))
  return <SelectField {...field} options={options} />
}
