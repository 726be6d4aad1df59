/** Scores one sequence, and lists the sequences of a task. */
import { explain } from './explain.ts'
import type { Retained } from './images.ts'
import { match, SCORED } from './match.ts'
import { play } from './play.ts'
import { nameOf, type Sequence, sequencesOf } from './sequence.ts'
import type { Scored } from './table.ts'

/** Sequences of all these seeds with `only` in their name. `isExplained`: includes detections around each error. */
export type Task = { seeds: readonly number[]; only: string; retained: Retained; isExplained: boolean }
export type Judged = Omit<Scored, 'sequence'> & { index: number; explanation: string }

/** The same list, in the same order, for every worker. */
export function sequencesFor({ seeds, only }: Task): Sequence[] {
  return seeds.flatMap(sequencesOf).filter((sequence) => nameOf(sequence).includes(only))
}

/** Scores one sequence of the task. */
export async function judge(task: Task, sequence: Sequence, index: number): Promise<Judged> {
  const { seen, ...played } = await play(sequence, task.retained)
  const matches = SCORED.map((appCode) => match(appCode, played.truths, played.alerts))
  const explanations = task.isExplained ? matches.map((one) => explain(one, seen)).filter(Boolean) : []
  return { index, played, matches, explanation: explanations.join('\n') }
}
