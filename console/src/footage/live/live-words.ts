/** Texts for a video that does not play, and its age. */
import { useTranslation } from 'react-i18next'
import { useSecond } from '#lib/time/use-second.ts'
import type { LiveState } from './keep-live.ts'
import type { Live } from './use-live.ts'

const MINUTE_S = 60

/** Why the video stands still, as text; null while it plays or is hidden. */
export function useLiveWords({ state, seenAtMs }: Pick<Live, 'state' | 'seenAtMs'>): string | null {
  const { t } = useTranslation('live')
  switch (state.phase) {
    case 'opening':
    case 'waiting':
      return t(state.phase)
    case 'ended':
      return t(`ended-${state.key}`)
    case 'stalled':
      return state.why ? t(`stalled-${state.why}`) : t(seenAtMs === null ? 'stalled-blank' : 'stalled')
    default:
      return null
  }
}

/** `27 s old`, counting up; null without a frame. */
export function useAge(atMs: number | null): string | null {
  const { t } = useTranslation('live')
  const nowMs = useSecond(atMs !== null)
  if (atMs === null) return null
  const seconds = Math.max(0, Math.round((nowMs - atMs) / 1000))
  return seconds < 2 * MINUTE_S
    ? t('seconds-old', { seconds })
    : t('minutes-old', { minutes: Math.floor(seconds / MINUTE_S) })
}

/** Whether the video is current; if not, it must look different. */
export function isLiveNow(state: LiveState): boolean {
  return state.phase === 'playing'
}
