/** What every public page is handed. */
import type { Language } from '#lib/browser/language.ts'

export type PublicPageProps = {
  /** The person begins to sign in: the console can be fetched meanwhile. */
  onInterest: () => void
  onGo: (path: string) => void
  onLanguage: (language: Language) => void
}
