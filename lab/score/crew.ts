/** Scores sequences on several cores at once: each worker takes the next sequence when it is done. */
import { Worker } from 'node:worker_threads'
import { type Judged, sequencesFor, type Task } from './judge.ts'
import type { Scored } from './table.ts'

/** Scores all of them on `cores` cores; returns the results in order. `onJudged` is called after each. */
export async function scoreAll(
  task: Task,
  cores: number,
  onJudged: (one: Scored, explanation: string) => void,
): Promise<Scored[]> {
  const sequences = sequencesFor(task)
  const scored = new Array<Scored>(sequences.length)
  let next = 0
  const member = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(new URL('./crew-member.ts', import.meta.url), { workerData: task })
      const give = () => (next < sequences.length ? worker.postMessage(next++) : void worker.terminate())
      worker.on('message', ({ index, explanation, ...judged }: Judged) => {
        scored[index] = { sequence: sequences[index]!, ...judged }
        onJudged(scored[index], explanation)
        give()
      })
      worker.on('error', reject)
      worker.on('exit', () => resolve())
      give()
    })
  await Promise.all(Array.from({ length: cores }, member))
  return scored
}
