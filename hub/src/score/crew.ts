/** Scores stretches on several cores at once: a member takes the next when it is done with one. */
import { Worker } from 'node:worker_threads'
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

/** All of them, on so many cores, in their order; `onJudged` hears of each when it is done. */
export async function scoreAll(
  task: Task,
  cores: number,
  onJudged: (one: Scored, told: string) => void,
): Promise<Scored[]> {
  const stretches = stretchesFor(task)
  const scored = new Array<Scored>(stretches.length)
  let next = 0
  const member = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(new URL('./crew-member.ts', import.meta.url), { workerData: task })
      const give = () => (next < stretches.length ? worker.postMessage(next++) : void worker.terminate())
      worker.on('message', ({ index, told, ...judged }: Judged) => {
        scored[index] = { stretch: stretches[index]!, ...judged }
        onJudged(scored[index], told)
        give()
      })
      worker.on('error', reject)
      worker.on('exit', () => resolve())
      give()
    })
  await Promise.all(Array.from({ length: cores }, member))
  return scored
}
