/** The hint of a setting that changes nothing: it is saved for the record. */
import type { FactSetting } from '@mimamori/contract/setting-effects.ts'
import { useTranslation } from 'react-i18next'
import { joinSentences } from '../text/sentences.ts'

/** Names the settings it stands for, so that tools/settings.test.ts finds them; `words` follow the hint. */
export function useFactHint(): (settings: readonly FactSetting[], words?: string) => string {
  const { t } = useTranslation('form')
  return (_settings, words) => joinSentences([t('for-your-records'), words])
}
