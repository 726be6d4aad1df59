import { type ChildProcess, spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { processEnd } from './process-end.ts'

const run = (script: string): ChildProcess =>
  spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'pipe'] })

/** Starts a process that holds its output and outlives it, says its id, and ends. */
const LEAVES_ONE_BEHIND = `
  const other = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
  other.unref()
  process.stdout.write(String(other.pid), () => process.exit(3))
`

test('a process is gone though one that it started still holds its output', async () => {
  const child = run(LEAVES_ONE_BEHIND)
  let said = ''
  child.stdout!.on('data', (chunk) => {
    said += chunk
  })
  const end = await processEnd(child)
  const leftBehind = Number(said)
  expect(end).toEqual({ code: 3, signal: null })
  // It runs still: nobody waited for it.
  expect(process.kill(leftBehind, 'SIGKILL')).toBe(true)
})

test('what a process wrote at its end was read when it counts as gone', async () => {
  const child = run(`process.stderr.write('x'.repeat(60_000)); process.exitCode = 1`)
  let length = 0
  child.stderr!.on('data', (chunk) => {
    length += chunk.length
  })
  expect(await processEnd(child)).toEqual({ code: 1, signal: null })
  expect(length).toBe(60_000)
})

test('a program that cannot be started ends, too', async () => {
  const child = spawn('/nowhere/at-all', [], { stdio: 'pipe' })
  const error = new Promise((resolve) => child.once('error', resolve))
  expect((await processEnd(child)).code).toBeLessThan(0)
  expect(await error).toMatchObject({ code: 'ENOENT' })
})
