// Tests of `npm run doctor` on this checkout, with its settings and folders changed.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { lockDataFolder } from '../start/data-folder-lock.ts'
import { examine } from './doctor.ts'

const root = join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'mimamori-doctor-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function found(environment: Record<string, string>, subject: string) {
  return (await examine(root, environment, folder)).find((one) => one.subject === subject)
}

test('a checkout that starts has nothing wrong, and nothing is created', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  const environment = { PORT: String(port), MIMAMORI_DATA_DIR: join(folder, 'new') }

  const findings = await examine(root, environment, folder)
  expect(findings.filter(({ state }) => state === 'wrong')).toEqual([])
  expect(findings.find(({ subject }) => subject === 'data folder')?.words).toContain('is created at the first start')
})

test('a port in use, a wrong setting and a data folder that is a file are named with what to do', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  const inUse = await found({ PORT: String(port) }, 'port')
  await new Promise((resolve) => server.close(resolve))

  expect(inUse).toMatchObject({ state: 'wrong', words: expect.stringContaining('set PORT to another one') })
  expect(await found({ PORT: 'many' }, 'settings')).toMatchObject({ state: 'wrong' })
  expect(await found({ MIMAMORI_DATA_DIR: join(root, 'package.json', 'data') }, 'data folder')).toMatchObject({
    state: 'wrong',
  })
})

test('a data folder that runs already is named with its address', async () => {
  const running = mkdtempSync(join(tmpdir(), 'mimamori-doctor-'))
  const { release } = lockDataFolder(running, { pid: 4711, address: 'http://127.0.0.1:8080' })
  const finding = await found({ MIMAMORI_DATA_DIR: running }, 'data folder')
  release()
  rmSync(running, { recursive: true })
  expect(finding?.words).toContain('already runs')
  expect(finding?.words).toContain('http://127.0.0.1:8080')
})
