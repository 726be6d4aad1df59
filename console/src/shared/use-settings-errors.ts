/** What a hub cannot put in force of a camera's settings, in the reader's language. CAM-06. */
import type { SettingsError } from '@mimamori/contract/camera/settings-error.ts'
import { useTranslation } from 'react-i18next'
import { joinSentences } from '#lib/text/sentences.ts'

/** Sentences one after the other; null: none. `about`: only errors whose code begins so. */
export function useSettingsErrors(errors: readonly SettingsError[], about = ''): string | null {
  const { t } = useTranslation('settings-error')
  const { t: word } = useTranslation('word')
  const sentences = errors.filter(({ code }) => code.startsWith(about)).map(sentenceOf)
  return sentences.length > 0 ? joinSentences(sentences) : null

  function sentenceOf({ code, params }: SettingsError): string {
    if (code === 'app-unknown')
      return t(code, { apps: params.appCodes.map((appCode) => word(`app-${appCode}`)).join(t('separator')) })
    if (code === 'bed-missing') return t(code, { app: word(`app-${params.appCode}`) })
    return t(code, { ...params })
  }
}
