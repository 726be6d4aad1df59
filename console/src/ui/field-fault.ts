/** The contract names a field's fault by a locale key (`unit.name-required`); this is its text. */
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'

/** Null without a fault; zod's own English sentences become the general text for a wrong value. */
export function useFieldFault(key: string | undefined): string | null {
  const { t } = useTranslation('error')
  if (!key) return null
  return i18next.exists(key) ? i18next.t(key as never) : t('invalid-value')
}
