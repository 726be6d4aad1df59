/** What the pages of analytics say, English. */
import { metricsWordsEn } from '@mimamori/contract/insight/metrics-words.en.ts'
import { metricsEn } from '#console/insight/metrics/metrics.en.ts'

export const metricsTextsEn = { metrics: metricsEn, 'metrics-word': metricsWordsEn }
