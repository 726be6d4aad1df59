import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runChild } from './child-work.ts'

/** Waits for an input that never arrives. */
const PROGRAM = fileURLToPath(new URL('../backup/backup.child.ts', import.meta.url))
const LIMITS = { timeoutMs: 20_000, heapMb: 64, residentMb: 512, signal: new AbortController().signal }

test('an input that fails on its way ends the work with that very error', async () => {
  const gone = new Error('The site is gone.')
  await expect(runChild(PROGRAM, Promise.reject(gone), LIMITS)).rejects.toBe(gone)
})

test('work that was stopped before it began leaves no input behind that fails unheard', async () => {
  const options = { ...LIMITS, signal: AbortSignal.abort() }
  const late = Promise.withResolvers<never>()
  await expect(runChild(PROGRAM, late.promise, options)).rejects.toThrow('stopped')
  late.reject(new Error('Too late.'))
})
