/** The answer in words: how far each app came around the moment, and what stopped it. METRIC-03. */
import type { Why } from '@mimamori/contract/measurement.ts'
import type { LoggedApp } from '@mimamori/contract/measurement-block.ts'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useTime } from '#lib/use-time.ts'
import { Card } from '#ui/card.tsx'
import css from './why.module.css'
import { type Furthest, furthestAround, KINDS, kindOf, measuredShare } from './why-runs.ts'

/** Near enough to the moment to be what was asked about. */
const SAME_MS = 15_000
const PERCENT_OF_SHARE = 100

type Props = { why: Why; at: string; range: { from: string; to: string } }

export function WhyAnswer({ why, at, range }: Props) {
  const { t } = useTranslation('measurement')
  const { t: word } = useTranslation('word')
  const atMs = Date.parse(at)
  const raised = why.alerts.filter(({ occurredAt }) => Math.abs(Date.parse(occurredAt) - atMs) <= SAME_MS)
  // What was raised comes first, then what came near.
  const furthest = furthestAround(why.seconds, atMs).sort(
    (a, b) => KINDS.indexOf(kindOf(a.gate)) - KINDS.indexOf(kindOf(b.gate)),
  )
  const share = measuredShare(why.seconds, range)
  return (
    <Card title={t(raised.length > 0 ? 'why-raised' : 'why-nothing')} help={<Moment at={at} />}>
      {furthest.length === 0 && <p>{t('moment-not-measured')}</p>}
      <ul className={css.answers}>
        {furthest.map((one) => (
          <li key={one.appCode} className={css.answer} data-kind={kindOf(one.gate)}>
            <strong>{word(`app-${one.appCode}`)}</strong>
            <span>{gateWords(t, one, why.apps)}</span>
          </li>
        ))}
      </ul>
      {raised.map(({ id, activity, occurredAt, verdict }) => (
        <p key={id}>
          <Link to="/app/alerts/detail/$alertId" params={{ alertId: id }} className={css.link}>
            {t('alert-of', { app: word(`app-${activity}`) })} <Moment at={occurredAt} />
          </Link>{' '}
          {verdict && <span className={css.soft}>{t(`verdict-${verdict}`)}</span>}
        </p>
      ))}
      {share < 1 && <p className={css.soft}>{t('measured-share', { percent: Math.floor(100 * share) })}</p>}
    </Card>
  )
}

function Moment({ at }: { at: string }) {
  const time = useTime()
  return <time dateTime={at}>{time.clock(at)}</time>
}

/** One sentence about how far an app came, with what it was told where that explains it. */
export function gateWords(
  t: TFunction<'measurement'>,
  { appCode, gate, second }: Furthest,
  apps: readonly LoggedApp[],
): string {
  const told = apps.find((app) => app.appCode === appCode)
  const seen = percent(second.changedShare)
  if (appCode === 'A003' && gate === 'below-threshold' && told?.pixelChangePercent !== undefined) {
    return t('gate-below-threshold-told', { seen, asked: told.pixelChangePercent })
  }
  if (appCode === 'A003' && gate === 'too-short' && told?.motionDurationSeconds !== undefined) {
    return t('gate-too-short-told', { seconds: told.motionDurationSeconds })
  }
  if (gate === 'snoozed' && told) return t('gate-snoozed-told', { seconds: told.snoozeSeconds })
  if (gate === 'too-short' && told)
    return t('gate-too-short-sensitivity', { sensitivity: t(`sensitivity-${told.sensitivity}`) })
  return t(`gate-${gate}`)
}

/** With one digit behind the point. */
function percent(share: number): string {
  return (share / PERCENT_OF_SHARE).toFixed(1)
}
