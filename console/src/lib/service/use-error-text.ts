/** `errorText` in the language that is shown. */
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import type { ErrorTexts } from './error.en.ts'
import { errorText } from './error-text.ts'

export function useErrorText(): (error: unknown) => string {
  const { i18n } = useTranslation()
  return (error) => errorText(error, i18n.getResourceBundle(i18n.language, 'error') as ErrorTexts)
}

/** Outside of components: for toasts raised by mutations. */
export function errorTextNow(error: unknown): string {
  return errorText(error, i18next.getResourceBundle(i18next.language, 'error') as ErrorTexts)
}
