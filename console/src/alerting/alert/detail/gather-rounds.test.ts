import type { AlertStep } from '@mimamori/contract/alerting/alert.ts'
import { expect, test } from 'vitest'
import { gatherRounds } from './gather-rounds.ts'

const step = (minute: number, change: Partial<AlertStep>): AlertStep => ({
  ...{ at: `2026-11-20T01:${String(minute).padStart(2, '0')}:00.000Z`, kind: 'repeated', userName: null },
  ...{ verdict: null, verdictReason: null, escalationName: null, outcome: null, note: null, source: null },
  ...{ pressedAt: null, notified: null, round: null, recipients: null },
  ...change,
})
const round = (minute: number, number: number, ...recipients: string[]) => step(minute, { round: number, recipients })
const shown = (...steps: AlertStep[]) =>
  gatherRounds(steps).map(({ step, more }) => [step.kind, step.round, more?.count ?? 0])

test('rounds to the same people stand on one line with their number', () => {
  expect(
    shown(round(5, 1, 'Yuki'), round(10, 2, 'Yuki'), round(15, 3, 'Aoi'), round(20, 4, 'Aoi'), round(25, 5, 'Aoi')),
  ).toEqual([
    ['repeated', 1, 0],
    ['repeated', 2, 0],
    ['repeated', 3, 2],
  ])
})

test('other people, another step or another opening begin a new line', () => {
  const seen = step(22, { kind: 'seen', userName: 'Yuki' })
  expect(shown(round(15, 3, 'Aoi'), round(20, 4, 'Ren'), seen, round(25, 5, 'Ren'), round(30, 3, 'Ren'))).toEqual([
    ['repeated', 3, 0],
    ['repeated', 4, 0],
    ['seen', null, 0],
    ['repeated', 5, 0],
    ['repeated', 3, 0],
  ])
})
