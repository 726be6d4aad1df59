// Runs a program of the checkout to its end, and ends it when the launcher stops or dies before that.
import { spawn } from 'node:child_process'
import { processEnd } from '@mimamori/hub/platform/process-end.ts'
import { StartError } from './options.ts'

/** Loaded before a child's own program, so that no child outlives the launcher. */
export const END_WITH_PARENT = new URL('end-with-parent.ts', import.meta.url).href

const RETAINED_CHARACTERS = 4000

/** What to run; `title` names it in the message when it fails. */
export type Program = {
  title: string
  program: string
  args?: string[]
  cwd: string
  env?: Record<string, string | undefined>
  signal?: AbortSignal
}

/** Answers the end of its output (4,000 characters). Throws a StartError with it when the program fails. */
export function runProgram({ title, program, args = [], cwd, env, signal }: Program): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', END_WITH_PARENT, program, ...args], {
      cwd,
      env: env ?? process.env,
      signal,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    let output = ''
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.on('data', (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-RETAINED_CHARACTERS)
      })
    }
    child.once('error', reject)
    void processEnd(child).then(({ code, signal: endedBy }) => {
      if (code === 0) return resolve(output)
      reject(
        new StartError(
          `${output.trim().split('\n').slice(-15).join('\n')}\n${title} failed (${endedBy ?? `code ${code}`}).`,
        ),
      )
    })
  })
}
