/** `errorText` in the language that is shown. */

import type errorTexts from '@mimamori/contract/languages/en/error.json'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { errorText } from './error-text.ts'

export function useErrorText(): (error: unknown) => string {
  const { i18n } = useTranslation()
  return (error) => errorText(error, i18n.getResourceBundle(i18n.language, 'error') as typeof errorTexts)
}

/** Outside of components: for toasts raised by mutations. */
export function errorTextNow(error: unknown): string {
  return errorText(error, i18next.getResourceBundle(i18next.language, 'error') as typeof errorTexts)
}
