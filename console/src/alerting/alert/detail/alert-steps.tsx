/** The timeline of an alert: events with their time, the acting user, and who was notified. ALERT-05. */
import type { AlertDetail, AlertStep } from '@mimamori/contract/alerting/alert.ts'
import { groupOfRound } from '@mimamori/contract/alerting/channel.ts'
import { useTranslation } from 'react-i18next'
import { duration } from '#lib/time/time.ts'
import { useTime } from '#lib/time/use-time.ts'
import { isSilence } from './alert-facts.tsx'
import css from './alert-steps.module.css'
import { type GatheredStep, gatherRounds } from './gather-rounds.ts'
import { useOutcomeWords, useReasonWords } from './verdict-words.ts'

export function AlertSteps({ alert }: { alert: AlertDetail }) {
  const time = useTime()
  return (
    <ol className={css.steps}>
      {gatherRounds(alert.steps).map(({ step, more }) => (
        <li key={keyOf(step)} className={css.step}>
          <time dateTime={step.at} title={time.exact(step.at)} className={css.time}>
            {time.clock(step.at)}
          </time>
          <span
            className={css.dot}
            data-kind={step.kind}
            data-failed={step.notified?.state === 'failed' || undefined}
          />
          <StepWords step={step} more={more} alert={alert} />
        </li>
      ))}
    </ol>
  )
}

function keyOf({ at, kind, userName, notified, escalationName }: AlertStep): string {
  return [at, kind, userName, notified?.recipient, notified?.channel, escalationName].join(' ')
}

function StepWords({ step, more, alert }: GatheredStep & { alert: AlertDetail }) {
  const { t } = useTranslation('alert')
  const { t: tool } = useTranslation('alert-tool')
  const reasonWords = useReasonWords()
  const outcomeWords = useOutcomeWords()
  const afterMs = Date.parse(step.at) - Date.parse(alert.occurredAt)
  const time = useTime()
  const quiet = [
    step.kind !== 'occurred' && afterMs >= 1000 && t('step-after', { duration: duration(afterMs) }),
    more && tool('repeated-more', { count: more.count, time: time.clock(more.lastAt) }),
    step.notified && tool(`message-${step.notified.state}`),
    step.source && step.source !== 'console' && step.source !== 'camera' && tool(`from-${step.source}`),
    step.pressedAt && tool('pressed-at', { time: time.clock(step.pressedAt) }),
  ].filter(Boolean)
  return (
    <span>
      {useStepText(step, alert)}
      {step.outcome && <span className={css.reason}>{outcomeWords(step.outcome)}</span>}
      {step.note && <span className={css.note}>{step.note}</span>}
      {step.verdictReason && <span className={css.reason}>{reasonWords(step.verdictReason)}</span>}
      {quiet.length > 0 && <small className={css.after}>{quiet.join(' · ')}</small>}
    </span>
  )
}

function useStepText(
  { kind, userName, verdict, notified, escalationName, source, round, recipients }: AlertStep,
  alert: AlertDetail,
): string {
  const { t } = useTranslation('alert')
  const { t: tool } = useTranslation('alert-tool')
  const { t: word } = useTranslation('word')
  const name = userName ?? ''
  if (kind === 'occurred' && isSilence(alert)) return tool('silence-noticed')
  if (kind === 'occurred' && alert.signal) return tool('step-signal', { name: alert.signal.by })
  if (kind === 'judged') return t(`step-judged-${verdict ?? 'unsure'}`, { name })
  if (kind === 'notified' && notified)
    return tool('notified-by', { channel: word(`channel-${notified.channel}`), name: notified.recipient })
  if (kind === 'escalated' && escalationName) return tool('escalated-by', { name: escalationName })
  if (kind === 'resolved' && !userName) return tool('step-returned')
  switch (kind) {
    case 'claimed':
    case 'joined':
    case 'given-back':
    case 'claim-expired':
    case 'resolved':
    case 'noted':
    case 'asked':
    case 'paused':
    case 'undone':
      return tool(`step-${kind}`, { name })
    case 'repeated':
      if (!recipients?.length) return tool('repeated-nobody')
      return tool(`repeated-${groupOfRound(round ?? 1)}`, { names: recipients.join(tool('names-between')) })
    case 'arrived':
      return source === 'camera' ? tool('step-arrived-seen') : tool('step-arrived', { name })
    default:
      return t(`step-${kind}`, { name })
  }
}
