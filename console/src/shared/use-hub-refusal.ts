/** What a hub cannot put in force: in the reader's language where the sentences are known, else in the hub's words. CAM-06. */
import { readRefusals } from '@mimamori/contract/camera/hub-refusal.ts'
import { useTranslation } from 'react-i18next'
import { joinSentences } from '#lib/browser/sentences.ts'

/** `error`: a camera's, as its hub reported it. `about`: only sentences whose key begins so; null when there is none. */
export function useHubRefusal(error: string | null, about = ''): string | null {
  const { t } = useTranslation('hub-refusal')
  if (error === null) return null
  const refused = readRefusals(error)
  if (!refused) return about === '' ? error : null
  const sentences = refused
    .filter(({ refusal }) => refusal.startsWith(about))
    .map(({ refusal, detail = '' }) => t(refusal, { detail }))
  return sentences.length > 0 ? joinSentences(sentences) : null
}
