/** An error as a sentence for people: by its key in the shown language, else the service's own words, else 'Error'. */

import type errorTexts from '@mimamori/contract/languages/en/error.json'
import { ApiError } from './api.ts'

/** Works with any dictionary, so the sign-in page needs no i18next. */
export function errorText(error: unknown, texts: typeof errorTexts): string {
  if (!(error instanceof ApiError)) return texts.generic
  return waitText(error, texts) ?? (texts as Record<string, string>)[error.key] ?? (error.message || texts.generic)
}

const MINUTE_SECONDS = 60

/** AUTH-16: a slowed down or locked out user reads for how long. */
function waitText({ key, retryAfterSeconds: seconds }: ApiError, texts: typeof errorTexts): string | null {
  if (key !== 'too-many-sign-ins' || seconds === null) return null
  if (seconds <= MINUTE_SECONDS) return texts['sign-in-seconds'].replace('{{seconds}}', String(seconds))
  return texts['sign-in-minutes'].replace('{{minutes}}', String(Math.ceil(seconds / MINUTE_SECONDS)))
}
