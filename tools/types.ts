// Checks the types of every workspace, two at a time: `npm run types`; of some: `node tools/types.ts service hub`.
// One thread each: several threads work out the same types again, for twice the CPU and memory.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { workspaces: string[] }
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !workspaces.includes(name))
if (unknown.length > 0) throw new Error(`No workspace: ${unknown.join(', ')}. There are ${workspaces.join(', ')}.`)
const waiting = (asked.length > 0 ? asked : workspaces).filter((workspace) =>
  existsSync(join(root, workspace, 'tsconfig.json')),
)
let failed = 0
if (waiting.includes('service')) {
  const { writeDescribedApi } = await import('./described-api.ts')
  await writeDescribedApi(root)
}

await Promise.all([checkNext(), checkNext()])
process.exitCode = failed > 0 ? 1 : 0

async function checkNext(): Promise<void> {
  for (let workspace = waiting.shift(); workspace !== undefined; workspace = waiting.shift()) {
    const output = await compile(workspace)
    if (output === undefined) continue
    failed += 1
    console.log(`${workspace}:\n${output}`)
  }
}

/** The compiler's messages, or undefined without errors. */
function compile(workspace: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const options = ['--project', workspace, '--noEmit', '--checkers', '1', '--incremental']
    options.push('--tsBuildInfoFile', known(workspace))
    const child = spawn(process.execPath, [compiler, ...options], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', reject)
    child.on('exit', (code) => {
      if (code === 0) return resolve(undefined)
      // A workspace without sources has nothing to check (TS18003).
      resolve(output.includes('TS18003') ? undefined : output.trim())
    })
  })
}

/** The compiler's cache, so that it only checks changed files. Deleted with the packages. */
function known(workspace: string): string {
  return join(root, 'node_modules', '.mimamori-types', `${workspace}.tsbuildinfo`)
}
