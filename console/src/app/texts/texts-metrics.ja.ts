/** What the pages of analytics say, Japanese. */
import { metricsWordsJa } from '@mimamori/contract/insight/metrics-words.ja.ts'
import { metricsJa } from '#console/insight/metrics/metrics.ja.ts'

export const metricsTextsJa = { metrics: metricsJa, 'metrics-word': metricsWordsJa }
