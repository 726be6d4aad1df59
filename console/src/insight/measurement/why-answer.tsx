/** The answer as text: each app's gate around the requested time, and what stopped it. METRIC-03. */
import type { Why } from '@mimamori/contract/insight/measurement.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { joinSentences } from '#lib/text/sentences.ts'
import { useTime } from '#lib/time/use-time.ts'
import { Card } from '#ui/layout/card.tsx'
import css from './why.module.css'
import { furthestAround, KINDS, kindOf, measuredShare } from './why-runs.ts'
import { gateWords, seenWords } from './why-words.ts'

/** Maximum distance of an event from the requested time to count as the answer. */
const SAME_MS = 15_000

type Props = { why: Why; at: string; range: { from: string; to: string } }

export function WhyAnswer({ why, at, range }: Props) {
  const { t } = useTranslation(['measurement', 'activity'])
  const { t: word } = useTranslation('word')
  const atMs = Date.parse(at)
  const raised = why.alerts.filter(({ occurredAt }) => Math.abs(Date.parse(occurredAt) - atMs) <= SAME_MS)
  // Raised alerts first, then the nearest gates.
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
            <span>
              {joinSentences([gateWords(t, one, why.apps), one.gate === 'raised' && seenWords(t, one.second)])}
            </span>
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
