/** What computes a model: the processor, or a device that gives the same answers in less time. Requirement REAL-02; decision 0057. */
import type { Ready, Trial } from './model-message.ts'

/** Largest difference of a number of the answer, of its size or 1: devices round otherwise; a wrong kernel differs by all of it. */
const DIFFERENCE_MAX = 0.01

/**
 * The backend that answers as the processor does, in the least time; null: the processor. `trialOf`: opens the model there and
 * tries it, one after the other; null: that is not possible.
 */
export async function chooseBackend(
  { others, trial: usual }: Ready,
  trialOf: (backend: string) => Promise<Trial | null>,
): Promise<string | null> {
  if (!usual) return null
  let [chosen, leastMs]: [string | null, number] = [null, usual.ms]
  for (const backend of others) {
    const trial = await trialOf(backend)
    if (!trial || trial.ms >= leastMs || !isSame(trial.sample, usual.sample)) continue
    chosen = backend
    leastMs = trial.ms
  }
  return chosen
}

function isSame(one: Float32Array, other: Float32Array): boolean {
  const isNear = (value: number, at: number) =>
    Math.abs(value - other[at]!) <= DIFFERENCE_MAX * Math.max(1, Math.abs(other[at]!))
  return one.length === other.length && one.every(isNear)
}
