/** Kinds of alarms with their counts, in words: `Fall, 2 × Bed exit`. NIGHT-01. */
import type { OpenAlarm } from '@mimamori/contract/alerting/alarm.ts'
import { nameOfKind } from '@mimamori/contract/alerting/alert-kind.ts'
import { kindsOf } from '@mimamori/contract/shared/room-call.ts'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

export function useKinds(): (alarms: readonly Pick<OpenAlarm, 'activity' | 'isPossible' | 'kindName'>[]) => string {
  const { t } = useTranslation('alarm')
  const { t: word } = useTranslation('word')
  return useCallback(
    (alarms) =>
      kindsOf(alarms.map((alarm) => nameOfKind(alarm, word)))
        .map(({ kind, count }) => (count === 1 ? kind : t('kind-count', { count, kind })))
        .join(t('name-separator')),
    [t, word],
  )
}
