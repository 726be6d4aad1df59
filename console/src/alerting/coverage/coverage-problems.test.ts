import type { RoomCoverage } from '@mimamori/contract/alerting/coverage.ts'
import { expect, test } from 'vitest'
import { byNeed, standingOf } from './coverage-problems.ts'

const room = (cameraName: string, ...problems: RoomCoverage['problems']) => ({ cameraName, problems }) as RoomCoverage

test('PROOF-01 rooms whose alerts reach nobody come first, then weak ones, each by name', () => {
  const rooms = [room('A'), room('B', 'device-not-proven'), room('C', 'not-proven', 'hub-away'), room('D', 'app-off')]
  expect(rooms.map(standingOf)).toEqual(['works', 'open', 'blocked', 'blocked'])
  expect(byNeed(rooms).map(({ cameraName }) => cameraName)).toEqual(['C', 'D', 'B', 'A'])
})
