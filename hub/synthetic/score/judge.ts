/** How one stretch is judged, and which stretches a task has. */
import { explain } from './explain.ts'
import { match, SCORED } from './match.ts'
import type { Kept } from './pictures.ts'
import { play } from './play.ts'
import { nameOf, type Stretch, stretchesOf } from './stretch.ts'
import type { Scored } from './table.ts'

/** Which stretches: of all of these seeds those with `only` in their name. `isExplained`: with what was seen around each fault. */
export type Task = { seeds: readonly number[]; only: string; kept: Kept; isExplained: boolean }
export type Judged = Omit<Scored, 'stretch'> & { index: number; told: string }

/** The same for everybody, in the same order. */
export function stretchesFor({ seeds, only }: Task): Stretch[] {
  return seeds.flatMap(stretchesOf).filter((stretch) => nameOf(stretch).includes(only))
}

/** One stretch of the task. */
export async function judge(task: Task, stretch: Stretch, index: number): Promise<Judged> {
  const { seen, ...played } = await play(stretch, task.kept)
  const matches = SCORED.map((appCode) => match(appCode, played.truths, played.raised))
  const told = task.isExplained ? matches.map((one) => explain(one, seen)).filter(Boolean) : []
  return { index, played, matches, told: told.join('\n') }
}
