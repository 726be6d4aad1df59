/** A field's fault, named by a locale key and what its sentence names (`unit.name-required`, `form.fault-too-long 80`), as its text. */
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'

/** Null without a fault; what has no text of its own becomes the general one for a wrong value. */
export function useFieldFault(fault: string | undefined): string | null {
  const { t } = useTranslation('error')
  if (!fault) return null
  const [, key = '', limit] = /^(\S+)(?: (.*))?$/.exec(fault) ?? []
  return i18next.exists(key) ? String(i18next.t(key as never, { limit } as never)) : t('invalid-value')
}
