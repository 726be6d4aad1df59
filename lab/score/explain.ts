/** Detections around an error, line by line, to find its cause. */
import type { Person } from '@mimamori/hub/vision/body/person.ts'
import type { Match } from './match.ts'
import type { Played } from './play.ts'

const BEFORE_MS = 8000
const AFTER_MS = 4000

/** Seconds count from the beginning of the sequence. One line for each change of people or postures. */
export function explain({ missed, falseAlarms, appCode }: Match, seen: Played['seen']): string {
  const errors = [
    ...missed.map(({ atMs }) => ({ kind: 'missed', atMs, untilMs: atMs + 12_000 })),
    ...falseAlarms.map(({ atMs }) => ({ kind: 'false', atMs, untilMs: atMs + AFTER_MS })),
  ]
  return errors
    .map(({ kind, atMs, untilMs }) => {
      const lines = seen
        .filter((one) => one.atMs >= atMs - BEFORE_MS && one.atMs <= untilMs)
        .map(
          (one) => [one.atMs, `${one.people.map(words).join(' | ') || 'nobody'} -> ${one.reasons.join(' ')}`] as const,
        )
      const changes = lines.filter(([, line], i) => line !== lines[i - 1]?.[1])
      const steps = changes.map(([at, line]) => `    ${((at - seen[0]!.atMs) / 1000).toFixed(1)} ${line}`)
      return [`  ${kind} ${appCode} at ${((atMs - seen[0]!.atMs) / 1000).toFixed(1)}`, ...steps].join('\n')
    })
    .join('\n')
}

function words({ id, posture, x, y, fitShare, stirShare, isSeen, isFromBed, bedShare }: Person): string {
  const from = isFromBed ? ' from-bed' : ''
  const on = bedShare > 0 ? ` bed ${bedShare.toFixed(1)}` : ''
  const gone = isSeen ? '' : ' unseen'
  return `${id} ${posture} ${x.toFixed(1)},${y.toFixed(1)} fit ${fitShare.toFixed(2)} stir ${stirShare.toFixed(2)}${on}${from}${gone}`
}
