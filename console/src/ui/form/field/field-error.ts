/** A field's error, named by a locale key and what its sentence names (`unit.name-required`, `form.error-too-long 80`), as its text. */
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'

/** Null without an error; what has no text of its own becomes the general one for a wrong value. */
export function useFieldError(error: string | undefined): string | null {
  const { t } = useTranslation('error')
  if (!error) return null
  const [, key = '', limit] = /^(\S+)(?: (.*))?$/.exec(error) ?? []
  return i18next.exists(key) ? String(i18next.t(key as never, { limit } as never)) : t('invalid-value')
}
