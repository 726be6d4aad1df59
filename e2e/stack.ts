/** Starts Mimamori as a newcomer would, on a fresh data folder, and ends it after the last test. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { BASE_URL, PORT } from './place.ts'

const ROOT = join(import.meta.dirname, '..')
/** A first start draws pictures and fills 90 days of history. */
const READY_WITHIN_MS = 120_000

export default async function startStack(): Promise<() => Promise<void>> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'mimamori-e2e-'))
  process.env.MIMAMORI_E2E_DATA = dataFolder
  const launcher = spawn(process.execPath, ['tools/start/main.ts'], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(PORT), MIMAMORI_DATA_DIR: dataFolder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await ready(launcher)
  return async () => {
    const gone = new Promise((resolve) => launcher.once('exit', resolve))
    launcher.kill('SIGTERM')
    await gone
    await rm(dataFolder, { recursive: true, force: true })
  }
}

function ready(launcher: ChildProcess): Promise<void> {
  const said: string[] = []
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail('was not ready in time'), READY_WITHIN_MS)
    const fail = (why: string) => {
      clearTimeout(timer)
      launcher.kill('SIGTERM')
      reject(new Error(`npm start ${why}. It said:\n${said.join('\n')}`))
    }
    launcher.once('exit', (code) => fail(`ended with code ${code}`))
    createInterface({ input: launcher.stdout! }).on('line', (line) => {
      said.push(line)
      if (!line.includes(`Mimamori is ready at ${BASE_URL}`)) return
      clearTimeout(timer)
      launcher.removeAllListeners('exit')
      resolve()
    })
  })
}
