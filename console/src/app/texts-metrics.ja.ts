/** What the pages of analytics say, Japanese. */
import { metricsWordsJa } from '@mimamori/contract/metrics-words.ja.ts'
import { metricsJa } from '../features/metrics/metrics.ja.ts'

export const metricsTextsJa = { metrics: metricsJa, 'metrics-word': metricsWordsJa }
