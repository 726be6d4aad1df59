/** What a room's problems mean for tonight, and the order of the rooms. Rules without a page. PROOF-01. */
import type { CoverageProblem, RoomCoverage } from '@mimamori/contract/alerting/coverage.ts'

/** With one of these an alert reaches nobody. */
const BLOCKING: readonly CoverageProblem[] = [
  'camera-off',
  'hub-away',
  'no-image',
  'app-off',
  'no-subscriber',
  'nobody-reachable',
]

/** `open`: alerts arrive, but something weakens the way; `blocked`: none arrives. */
export type Standing = 'works' | 'open' | 'blocked'

export function isBlocking(problem: CoverageProblem): boolean {
  return BLOCKING.includes(problem)
}

export function standingOf({ problems }: Pick<RoomCoverage, 'problems'>): Standing {
  if (problems.some(isBlocking)) return 'blocked'
  return problems.length > 0 ? 'open' : 'works'
}

const RANK: Record<Standing, number> = { blocked: 0, open: 1, works: 2 }

/** The gravest first; rooms of the same standing stay in the order of their names. */
export function byNeed(rooms: readonly RoomCoverage[]): RoomCoverage[] {
  return rooms.toSorted((a, b) => RANK[standingOf(a)] - RANK[standingOf(b)])
}

/** What weakens every one of several rooms: said once, above them. What blocks a room stays with the room. */
export function sharedProblems(rooms: readonly RoomCoverage[]): CoverageProblem[] {
  const [first, ...others] = rooms
  if (!first || others.length === 0) return []
  return first.problems.filter(
    (problem) => !isBlocking(problem) && others.every(({ problems }) => problems.includes(problem)),
  )
}
