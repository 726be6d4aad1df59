/** Third-party programs that a bench needs: finds and runs them, and reports missing ones. */
import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const DEBIAN_POSTGRES = '/usr/lib/postgresql'

/** The path of a program: from `override` (an environment variable's value), the PATH, or where Debian keeps PostgreSQL's. */
export function findProgram(name: string, override: string | undefined, hint: string): string {
  const versions = existsSync(DEBIAN_POSTGRES) ? readdirSync(DEBIAN_POSTGRES) : []
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(DEBIAN_POSTGRES, version, 'bin')),
  ]
  const found = [override, ...folders.map((folder) => join(folder, name))].find((path) => path && existsSync(path))
  if (found) return found
  throw new Error(`${name} is not installed: ${hint}`)
}

/** What a program prints. Throws what it said when it fails. */
export async function outputOf(program: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk
  })
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk
  })
  const code = await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject))
  if (code !== 0) throw new Error(`${program} failed: ${said.slice(-1000)}`)
  return out
}
