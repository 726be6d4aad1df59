/** An error as a sentence for people: by its key in the shown language, else the service's own words, else 'Error'. */
import { ApiError } from './api.ts'
import type { ErrorTexts } from './error.en.ts'

/** Works with any dictionary, so the sign-in page needs no i18next. */
export function errorText(error: unknown, texts: ErrorTexts): string {
  if (!(error instanceof ApiError)) return texts.generic
  return (texts as Record<string, string>)[error.key] ?? (error.message || texts.generic)
}
