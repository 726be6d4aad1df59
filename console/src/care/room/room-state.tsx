/** A room's state as a sign and a word, with why nothing is known. ROOM-01. */
import type { RoomNow } from '@mimamori/contract/care/room.ts'
import type { TFunction } from 'i18next'
import {
  BedSingle,
  CircleHelp,
  createLucideIcon,
  DoorOpen,
  HeartHandshake,
  type LucideIcon,
  PersonStanding,
  TriangleAlert,
  UserRound,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'

/** Somebody sitting on the edge of a bed, in the look of the other signs. */
const SittingUp = createLucideIcon('sitting-up', [
  ['circle', { cx: '9', cy: '5', r: '2', key: 'head' }],
  ['path', { d: 'M9 9v6h6v5', key: 'body' }],
  ['path', { d: 'M3 15h6', key: 'bed' }],
  ['path', { d: 'M3 12v8', key: 'post' }],
])

const SIGNS: Record<RoomNow['state'], LucideIcon> = {
  'in-bed': BedSingle,
  'sitting-up': SittingUp,
  up: PersonStanding,
  present: UserRound,
  'on-floor': TriangleAlert,
  away: DoorOpen,
  'with-staff': HeartHandshake,
  unknown: CircleHelp,
}

/** Decoration: the word stands beside it. */
export function RoomSign({ state, size = 22 }: { state: RoomNow['state']; size?: number }) {
  const Sign = SIGNS[state]
  return <Sign size={size} aria-hidden />
}

/** `In bed`, `Unknown: view changed`. */
export function useStateWord(): (now: StateNow) => string {
  const { t } = useTranslation('room')
  return (now) => stateWord(now, t)
}

type StateNow = Pick<RoomNow, 'state' | 'reason'>

/** The same where texts are at hand: of 200 tiles each hook counts. */
export function stateWord({ state, reason }: StateNow, t: TFunction<'room'>): string {
  if (state !== 'unknown' || !reason) return t(`state-${state}`)
  return t('unknown-because', { reason: reason.code === 'other' ? reason.params.text : t(`because-${reason.code}`) })
}
