// Makes the demo organisation at the first start: its images, its rows and the key of its hub.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Locale } from '@mimamori/contract/languages/locales.ts'
import { connect } from '@mimamori/service/platform/postgres/postgres-url.ts'
import { DEMO_PRIVACY } from '@mimamori/service/seed/demo-privacy.ts'
import { childEnvironment } from './environment.ts'
import { runProgram } from './program.ts'

/** Where to make it. */
type DemoSettings = { root: string; dataFolder: string; language: Locale; signal: AbortSignal }

/** Each part takes a core. */
const PARTS = Math.min(2, availableParallelism())

/** Draws the images of the demo's past into the data folder, unless they are there. */
export async function drawImages({ root, dataFolder, signal }: Omit<DemoSettings, 'language'>): Promise<void> {
  const folder = join(dataFolder, 'demo-media')
  if (existsSync(join(folder, 'index.json'))) return
  const lists = await Promise.all(
    Array.from({ length: PARTS }, async (_, part) => {
      const list = `part-${part}.json`
      await runProgram({
        title: 'Drawing the images of the demo',
        program: join(root, 'lab', 'rooms', 'camera', 'render-demo-media.ts'),
        args: [folder, list, `${part}/${PARTS}`, JSON.stringify(DEMO_PRIVACY)],
        cwd: root,
        env: childEnvironment(process.env),
        signal,
      })
      return JSON.parse(readFileSync(join(folder, list), 'utf8')) as unknown[]
    }),
  )
  // Written last and at once: without it there are no images.
  writeFileSync(join(folder, 'index.json.part'), JSON.stringify(lists.flat()))
  renameSync(join(folder, 'index.json.part'), join(folder, 'index.json'))
}

/**
 * Makes the organisation, unless it is there, and answers the key of its hub. `databaseUrl` is of the account that may do
 * everything.
 */
export async function seedDemo(
  { root, dataFolder, language, signal }: DemoSettings,
  databaseUrl: string,
): Promise<string> {
  const keyFile = join(dataFolder, 'demo-hub-key')
  const knownKey = existsSync(keyFile) ? readFileSync(keyFile, 'utf8').trim() : undefined
  if (knownKey !== undefined && (await isHubKey(databaseUrl, knownKey))) return knownKey
  await runProgram({
    title: 'Making the demo organisation',
    program: join(root, 'service', 'src', 'seed', 'main.ts'),
    args: [language, 'drawn'],
    cwd: root,
    env: { ...childEnvironment(process.env), DATABASE_URL: databaseUrl, MIMAMORI_DATA_DIR: dataFolder },
    signal,
  })
  return readFileSync(keyFile, 'utf8').trim()
}

/** Whether the organisation is there: its hub comes in one transaction with everything else. Saves a program's start. */
async function isHubKey(databaseUrl: string, key: string): Promise<boolean> {
  const client = connect(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    const hash = createHash('sha256').update(key).digest()
    return (await client`select from agent where key_hash = ${hash}`).length > 0
  } catch {
    // No such table yet.
    return false
  } finally {
    await client.end()
  }
}
