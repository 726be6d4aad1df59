// Checks of a configuration before the start: each attempt returns a sentence about the result.
import { randomUUID } from 'node:crypto'
import { accessSync, constants, existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Settings } from '@mimamori/contract/shared/setting.ts'

export type Environment = Record<string, string | undefined>
/** The checks of a program: its settings, and attempts with them. `tries` throws errors of reading them. */
export type Checks = {
  settings: Settings
  tries(args: string[], environment: Environment): Promise<Attempt[]>
}
/** `isNote`: nothing is wrong, and something is missing. */
export type Attempt = { title: string; isGood: boolean; isNote?: true; words: string }

/** Timeout for a server's response. */
export const PATIENCE_MS = 5_000

/** Whether a file can be written there; for a missing folder, checks the nearest existing parent. */
export function tryFolder(folder: string): Promise<Attempt> {
  return attempt('data folder', async () => {
    if (!existsSync(folder)) {
      const nearest = nearestFolder(folder)
      if (!statSync(nearest).isDirectory()) throw new Error(`${nearest} is not a folder`)
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

/** Runs the work and returns its text, or its error. */
export async function attempt(title: string, work: () => Promise<string>): Promise<Attempt> {
  try {
    return { title, isGood: true, words: await work() }
  } catch (error) {
    return { title, isGood: false, words: reasonOf(error) }
  }
}

/** Prefers a code to a system message: it is clearer and contains no secret of an address. */
function reasonOf(error: unknown): string {
  const { message, code, cause, name } = error as Error & { code?: string; cause?: { code?: string } }
  if (name === 'AbortError' || name === 'TimeoutError') return `no answer within ${PATIENCE_MS / 1000} s`
  return (/^E[A-Z_]+$/.test(code ?? '') ? code : cause?.code) ?? message
}
