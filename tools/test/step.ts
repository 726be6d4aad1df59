// Runs one step of `npm test` as a program of its own and says how long it took.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** What became of a step. */
export type StepResult = { title: string; isOk: boolean }

const root = join(import.meta.dirname, '..', '..')

/**
 * Runs `node program args` in the checkout with its output shown, and prints title, result and seconds. `environment`: what
 * is added to that of this process.
 */
export async function runStep(
  title: string,
  program: string,
  args: string[] = [],
  environment: Record<string, string> = {},
): Promise<StepResult> {
  console.log(`\n--- ${title}`)
  const startedAt = performance.now()
  const code = await new Promise<number | null>((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.once('error', reject)
    child.once('exit', resolve)
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`--- ${title}: ${code === 0 ? 'ok' : 'FAILED'} (${seconds} s)`)
  return { title, isOk: code === 0 }
}
