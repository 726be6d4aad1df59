import type { RoomCoverage } from '@mimamori/contract/alerting/coverage.ts'
import { expect, test } from 'vitest'
import { byNeed, sharedProblems, standingOf } from './coverage-problems.ts'

const room = (cameraName: string, ...problems: RoomCoverage['problems']) => ({ cameraName, problems }) as RoomCoverage

test('PROOF-01 rooms whose alerts reach nobody come first, then weak ones, each by name', () => {
  const rooms = [room('A'), room('B', 'device-not-proven'), room('C', 'not-proven', 'hub-away'), room('D', 'app-off')]
  expect(rooms.map(standingOf)).toEqual(['works', 'open', 'blocked', 'blocked'])
  expect(byNeed(rooms).map(({ cameraName }) => cameraName)).toEqual(['C', 'D', 'B', 'A'])
})

test('PROOF-01 what weakens all rooms is said once, and what blocks a room stays with it', () => {
  const rooms = [room('A', 'app-off', 'no-push'), room('B', 'app-off', 'no-push', 'view-changed')]
  expect(sharedProblems(rooms)).toEqual(['no-push'])
  expect(sharedProblems(rooms.slice(0, 1))).toEqual([])
})
