/** The app's measurements in the frame, and what it would have raised in the last hour. */
import type { Tryout } from '@mimamori/contract/camera/tryout.ts'
import { numberFormat } from '@mimamori/contract/shared/intl-format.ts'
import { useTranslation } from 'react-i18next'
import { useTime } from '#lib/time/use-time.ts'
import css from './app-settings.module.css'

type Facts = NonNullable<Tryout['facts']>
type Props = {
  facts: Facts
  /** Share of pixels that must change, %; null for apps without such a threshold. */
  needed: number | null
  isOn: boolean
}

const REASONS = [
  'view-not-reliable',
  'quiet',
  'still',
  'too-short',
  'snoozed',
  'already-raised',
  'seen-otherwise',
  'motion-confirmed',
  'not-scheduled',
  'no-bed',
  'person-seen',
  'not-lying-before',
  'other-side',
  'accompanied',
  'stumbled',
  'person-confirmed',
  'sat-up',
  'left-bed',
  'fell',
] as const

export function TryoutFacts({ facts, needed, isOn }: Props) {
  const { t } = useTranslation('app-settings')
  const { seen } = facts
  const known = REASONS.find((reason) => reason === seen?.reason)
  return (
    <div className={css.facts}>
      {seen && needed !== null && <Meter percent={seen.changedPercent} needed={needed} />}
      {seen && known && <p>{t(`reason-${known}`)}</p>}
      {!isOn && <p className={css.quiet}>{t('app-off')}</p>}
      <LastHour facts={facts} />
    </div>
  )
}

/** A share of pixels on a scale that always includes the threshold. */
function Meter({ percent, needed }: { percent: number; needed: number }) {
  const { t, i18n } = useTranslation('app-settings')
  const most = Math.min(100, Math.max(needed * 2, percent))
  const share = (value: number) => `${(value / most) * 100}%`
  const digits = percent < 10 ? 1 : 0
  const exact = { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits } as const
  const text = (value: number) => numberFormat(i18n.language, exact).format(value / 100)
  return (
    <div>
      <div className={css.meterWords}>
        <span>{t('changed')}</span>
        <strong className="tabular">{text(percent)}</strong>
        <span className={css.quiet}>{t('threshold', { value: needed })}</span>
      </div>
      <div className={css.meter} aria-hidden data-enough={percent >= needed || undefined}>
        <span className={css.filled} style={{ inlineSize: share(percent) }} />
        <span className={css.needed} style={{ insetInlineStart: share(needed) }} />
      </div>
    </div>
  )
}

function LastHour({ facts: { logFrom, wouldRaise, raised } }: { facts: Facts }) {
  const { t } = useTranslation('app-settings')
  const { clock } = useTime()
  if (logFrom === null) return <p className={css.quiet}>{t('no-log')}</p>
  return (
    <div>
      <p aria-live="polite">
        <strong>{t('would-raise', { number: wouldRaise.count })}</strong>{' '}
        {raised && <span className={css.quiet}>{t('did-raise', { number: raised.count })}</span>}
      </p>
      {wouldRaise.count === 0 ? (
        <p className={css.quiet}>{t('nothing-raised')}</p>
      ) : (
        <ul className={css.times}>
          {wouldRaise.newest.map((at) => (
            <li key={at}>
              <time dateTime={at}>{clock(at)}</time>
            </li>
          ))}
        </ul>
      )}
      <p className={css.quiet}>{t('log-from', { time: clock(logFrom) })}</p>
    </div>
  )
}
