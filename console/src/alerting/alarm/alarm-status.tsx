/** Where an alarm stands, in one line: open, claimed by whom since when, or arrived. ALARM-02. */
import type { Alarm } from '@mimamori/contract/alerting/alarm.ts'
import { useTranslation } from 'react-i18next'
import { runningTime } from './alarm-order.ts'
import { useMe } from './press/use-press.tsx'

type Props = {
  alarm: Alarm
  /** The service's clock. */
  nowMs: number
  /** Who goes to the room, perhaps for another alarm. */
  goers?: readonly { userId: string | null; userName: string }[]
}

/** Others are not called by name where only the camera saw them. */
export function AlarmStatus({ alarm, nowMs, goers = [] }: Props) {
  const { t } = useTranslation('alarm')
  const { id } = useMe()
  const since = (at: string) => runningTime(nowMs - Date.parse(at))
  const { state, claimer, joined, arrived } = alarm
  if (state === 'open') {
    if (goers.some(({ userId }) => userId === id)) return t('waits-you')
    const names = goers.map(({ userName }) => userName).join(t('name-separator'))
    if (names) return t('waits-goer', { count: goers.length, names })
    return t(alarm.reopened ? `waits-${alarm.reopened}` : 'waits')
  }
  if (state === 'claimed' && claimer) {
    const time = since(claimer.at)
    if (claimer.userId === id) return t('you-go', { time })
    const name = claimer.userName
    return joined.length > 0 ? t('goes-more', { name, count: joined.length, time }) : t('goes-1', { name, time })
  }
  if (state === 'arrived' && arrived) {
    const time = since(arrived.at)
    if (arrived.seenBy === 'camera') return t('seen-there', { time })
    return arrived.userId === id ? t('you-there', { time }) : t('is-there', { name: arrived.userName, time })
  }
  return t(`state-${state}`)
}
