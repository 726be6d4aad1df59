/** A time without a recording, on a time line, with its cause in words. */
import type { RecordingGap } from '@mimamori/contract/footage/recording.ts'
import { useTranslation } from 'react-i18next'
import { shareOf } from '../recording-time.ts'
import type { View } from './timeline-view.ts'

export function GapMark({ gap, view, className }: { gap: RecordingGap; view: View; className: string | undefined }) {
  const { t } = useTranslation('recording')
  const place = shareOf(gap, view.fromMs, view.untilMs)
  if (!place) return null
  const style = { left: `${place.left * 100}%`, width: `${place.width * 100}%` }
  return (
    <span
      className={className}
      role="img"
      aria-label={t(`gap-${gap.cause}`)}
      title={t(`gap-${gap.cause}`)}
      style={style}
    />
  )
}
