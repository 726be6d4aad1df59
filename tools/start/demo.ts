// Makes the demo organisation at the first start: its pictures, its rows and the key of its hub.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { childEnvironment } from './environment.ts'
import { runProgram } from './program.ts'

/** Where to make it; `databaseUrl` is of the account that may do everything. */
export type DemoSettings = { root: string; dataFolder: string; databaseUrl: string; signal: AbortSignal }

/** Answers the key of the demo hub. Does nothing more where the organisation is there already. */
export async function seedDemo({ root, dataFolder, databaseUrl, signal }: DemoSettings): Promise<string> {
  await runProgram({
    title: 'Making the demo organisation',
    program: join(root, 'service', 'src', 'seed', 'main.ts'),
    cwd: root,
    env: { ...childEnvironment(process.env), DATABASE_URL: databaseUrl, MIMAMORI_DATA_DIR: dataFolder },
    signal,
  })
  return readFileSync(join(dataFolder, 'demo-hub-key'), 'utf8').trim()
}
