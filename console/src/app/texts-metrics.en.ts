/** What the pages of analytics say, English. */
import { metricsWordsEn } from '@mimamori/contract/metrics-words.en.ts'
import { metricsEn } from '../features/metrics/metrics.en.ts'

export const metricsTextsEn = { metrics: metricsEn, 'metrics-word': metricsWordsEn }
