/** The text of a field's error, given as locale key with a parameter (`unit.name-required`, `form.error-too-long 80`). */
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'

/** Null without an error; an error without its own text gets the general one for an invalid value. */
export function useFieldError(error: string | undefined): string | null {
  const { t } = useTranslation('error')
  if (!error) return null
  const [, key = '', limit] = /^(\S+)(?: (.*))?$/.exec(error) ?? []
  return i18next.exists(key) ? String(i18next.t(key as never, { limit } as never)) : t('invalid-value')
}
