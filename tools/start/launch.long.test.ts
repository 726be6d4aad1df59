// Tests of the whole launcher, on a new data folder, with the real database and the real service.
import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeDataFolder, type Running, startMimamori } from './mimamori.ts'
import { descendantsOf, isRunning } from './testing/process-tree.ts'

const run = promisify(execFile)
const PATIENCE = { timeout: 25_000, interval: 50 }

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health/ready`)).ok
  } catch {
    return false
  }
}

/** Runs the launcher to its end and answers its code and what it said. */
async function startRefused(port: number, dataFolder: string): Promise<{ code: number; output: string }> {
  try {
    await run(process.execPath, [join(import.meta.dirname, 'main.ts'), '--empty'], {
      env: { ...process.env, PORT: String(port), MIMAMORI_DATA_DIR: dataFolder },
    })
    return { code: 0, output: '' }
  } catch (error) {
    const { code, stdout } = error as { code: number; stdout: string }
    return { code, output: stdout }
  }
}

describe.skipIf(process.platform !== 'linux')('npm start', { timeout: 120_000 }, () => {
  let folder = ''
  let mimamori: Running
  beforeAll(async () => {
    folder = await makeDataFolder()
    mimamori = await startMimamori({ dataFolder: folder, args: ['--empty'] })
  }, 120_000)
  afterAll(async () => {
    await mimamori?.stop()
    await rm(folder, { recursive: true, force: true })
  }, 60_000)

  const child = (what: RegExp) => descendantsOf(mimamori.pid).find((entry) => what.test(entry.command))?.pid

  test('without demo data ends with the address and a first-run code', () => {
    expect(mimamori.output()).toContain(`Mimamori is ready at ${mimamori.url}\n`)
    expect(mimamori.output()).toMatch(/First-run code, good for one administrator: [A-Z0-9]{12}\n/)
    expect(mimamori.output()).not.toContain('nurse@sakura.example')
  })

  test('is refused on a data folder in use, and on a port in use, with one clear line each', async () => {
    const sameFolder = await startRefused(8419, folder)
    expect(sameFolder.code).toBe(1)
    expect(sameFolder.output).toContain(
      `Mimamori already runs on ${folder} at ${mimamori.url} (process ${mimamori.pid}).`,
    )

    const other = await makeDataFolder()
    const samePort = await startRefused(Number(new URL(mimamori.url).port), other)
    expect(samePort.code).toBe(1)
    expect(samePort.output).toContain('is in use by another program. Stop it, or set PORT to another one.')
    await rm(other, { recursive: true })
  })

  test('starts the service again after kill -9, and the database too', async () => {
    for (const what of [/service\/src\/main\.ts/, /bin\/postgres -D/]) {
      const killed = child(what)!
      process.kill(killed, 'SIGKILL')
      await vi.waitUntil(() => ![killed, undefined].includes(child(what)), PATIENCE)
      await vi.waitUntil(() => isReady(mimamori.url), PATIENCE)
    }
    expect(mimamori.output()).toContain('The service ended unexpectedly (SIGKILL); starting it again')
    expect(mimamori.output()).toContain('The database ended unexpectedly; starting it again.')
  })

  test('leaves no process behind when the launcher is killed, and starts again on the same data', async () => {
    const left = descendantsOf(mimamori.pid)
    expect(left.length).toBeGreaterThanOrEqual(3)
    process.kill(mimamori.pid, 'SIGKILL')
    await vi.waitUntil(() => left.every((entry) => !isRunning(entry.pid)), PATIENCE)
    await mimamori.stop()

    mimamori = await startMimamori({ dataFolder: folder, args: ['--empty'] })
    expect(await isReady(mimamori.url)).toBe(true)
  })

  test('leaves no process behind when it is asked to end', async () => {
    const left = descendantsOf(mimamori.pid)
    await mimamori.stop()
    expect(left.filter((entry) => isRunning(entry.pid))).toEqual([])
  })
})
