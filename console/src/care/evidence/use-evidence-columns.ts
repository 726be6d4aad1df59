/** The figures of a month, in the order of the table and of the file. REACH-83. */
import type { EvidenceMonth } from '@mimamori/contract/care/evidence.ts'
import { lengthText } from '@mimamori/contract/insight/metrics-sentences.ts'
import { useTranslation } from 'react-i18next'

type Key = Exclude<keyof EvidenceMonth, 'from'>
/** `sum`: months can be added. */
type Column = {
  key: Key
  header: string
  sum: boolean
  text: (month: EvidenceMonth) => string
  csv: (month: EvidenceMonth) => number | null
}

export function useEvidenceColumns(): Column[] {
  const { t } = useTranslation('evidence')
  const { t: metric } = useTranslation('metrics-word')
  const word: Parameters<typeof lengthText>[0] = (key, values) => String(metric(key as 'total', { ...values }))
  const number = (key: Key, header: string, sum = true): Column => ({
    ...{ key, header, sum },
    text: (month) => String(month[key]),
    csv: (month) => month[key],
  })
  const length = (key: 'claimedSeconds' | 'arrivedSeconds', header: string): Column => ({
    ...{ key, header, sum: false },
    text: ({ [key]: seconds }) => (seconds === null ? '–' : lengthText(word, seconds)),
    csv: ({ [key]: seconds }) => seconds,
  })
  return [
    number('rooms', t('rooms'), false),
    number('alarms', t('alarms')),
    number('falls', t('falls')),
    length('claimedSeconds', t('claimed')),
    length('arrivedSeconds', t('arrived')),
    number('checkIns', t('check-ins')),
    number('visits', t('visits')),
    number('accidents', t('accidents')),
    number('nearMisses', t('near-misses')),
  ]
}
