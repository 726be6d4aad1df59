// What can be tried of a configuration before anything starts: each attempt is a sentence about what holds or does not.
import { randomUUID } from 'node:crypto'
import { accessSync, constants, existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Settings } from '@mimamori/contract/shared/setting.ts'

export type Environment = Record<string, string | undefined>
/** What a program has to check: its settings, and what can be tried of them. `tries` throws what reading them throws. */
export type Checks = {
  settings: Settings
  tries(args: string[], environment: Environment): Promise<Attempt[]>
}
export type Attempt = { title: string; isGood: boolean; words: string }

/** How long a server may take to answer. */
export const PATIENCE_MS = 5_000

/** Whether a file can be written there; a folder that is missing is judged by the nearest one above it. */
export function tryFolder(folder: string): Promise<Attempt> {
  return attempt('data folder', async () => {
    if (!existsSync(folder)) {
      const nearest = nearestFolder(folder)
      if (!statSync(nearest).isDirectory()) throw new Error(`${nearest} is no folder`)
      accessSync(nearest, constants.W_OK)
      return `${folder} will be made at the first start`
    }
    const file = join(folder, `.check-${randomUUID()}`)
    writeFileSync(file, '', { mode: 0o600 })
    rmSync(file)
    return `${folder} can be written`
  })
}

function nearestFolder(folder: string): string {
  return existsSync(folder) ? folder : nearestFolder(dirname(folder))
}

/** Does the work and answers with its words, or with what it threw. */
export async function attempt(title: string, work: () => Promise<string>): Promise<Attempt> {
  try {
    return { title, isGood: true, words: await work() }
  } catch (error) {
    return { title, isGood: false, words: reasonOf(error) }
  }
}

/** A code says more than a message of the system, and holds no secret of an address. */
function reasonOf(error: unknown): string {
  const { message, code, cause, name } = error as Error & { code?: string; cause?: { code?: string } }
  if (name === 'AbortError' || name === 'TimeoutError') return `no answer within ${PATIENCE_MS / 1000} s`
  return (/^E[A-Z_]+$/.test(code ?? '') ? code : cause?.code) ?? message
}
