// Runs one step of `npm test` and says how long it took.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** What became of a step. */
export type StepResult = { title: string; isOk: boolean }

const root = join(import.meta.dirname, '..', '..')

/** Runs `node program args` in the checkout with its output shown. `environment`: what is added to that of this process. */
export function runStep(
  title: string,
  program: string,
  args: string[] = [],
  environment: Record<string, string> = {},
): Promise<StepResult> {
  return runWork(title, async () => {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const [code] = await once(child, 'exit')
    return code === 0
  })
}

/** Prints title, result and seconds. */
export async function runWork(title: string, work: () => Promise<boolean>): Promise<StepResult> {
  console.log(`\n--- ${title}`)
  const startedAt = performance.now()
  const isOk = await work().catch((error: unknown) => {
    console.error(error)
    return false
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`--- ${title}: ${isOk ? 'ok' : 'FAILED'} (${seconds} s)`)
  return { title, isOk }
}
