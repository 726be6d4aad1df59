import { getEventListeners } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runChildTask } from './child-task.ts'

/** Works for longer than the test lasts. */
const PROGRAM = fileURLToPath(new URL('./probe-child.ts', import.meta.url))
const NOWHERE = fileURLToPath(new URL('./no-such-program.ts', import.meta.url))

const run = (program: string, signal: AbortSignal) =>
  runChildTask(program, {}, { timeoutMs: 20_000, heapMb: 64, environment: process.env, signal })

test('a finished task leaves no listener on the hub’s abort signal', async () => {
  const { signal } = new AbortController()
  await expect(run(NOWHERE, signal)).rejects.toThrow('helper-lost')
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

test('a hub that stops waits for no task, whether it was sent before or after', async () => {
  const hub = new AbortController()
  const sent = run(PROGRAM, hub.signal)
  hub.abort()
  await expect(sent).rejects.toThrow('stopping')
  await expect(run(PROGRAM, hub.signal)).rejects.toThrow('stopping')
})
