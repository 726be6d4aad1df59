/** Version folders whose program is a small real one, and the launcher over them as a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { nodeOf, programOf } from '#platform/versions/version-folder.ts'
import type { LauncherTimes } from '../launcher.ts'

/** What the program of a version does, after it has noted its start. */
const BEHAVIOURS = {
  healthy: "process.send({ type: 'healthy' }); setInterval(() => {}, 1000)",
  silent: 'setInterval(() => {}, 1000)',
  blind: "process.send({ type: 'unhealthy', reason: 'cameras-missing' }); setInterval(() => {}, 1000)",
  crashing: 'process.exit(1)',
  restarting: 'setTimeout(() => process.exit(75), 50)',
  ending: 'process.exit(7)',
} as const
export type Behaviour = keyof typeof BEHAVIOURS

/** A folder as a release lays it out; its program notes version and process in `log`, and ends with its launcher. */
export function makeVersion(folder: string, version: string, behaviour: Behaviour, log: string): void {
  for (const path of [nodeOf(folder), programOf(folder)]) mkdirSync(dirname(path), { recursive: true })
  symlinkSync(process.execPath, nodeOf(folder))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version, type: 'module' }))
  writeFileSync(
    programOf(folder),
    `import { appendFileSync } from 'node:fs'
    process.on('disconnect', () => process.exit(0))
    appendFileSync(${JSON.stringify(log)}, '${version} ' + process.pid + '\\n')
    ${BEHAVIOURS[behaviour]}
    `,
  )
}

/** Versions that were started, in order. */
export function startsIn(log: string): { version: string; pid: number }[] {
  if (!existsSync(log)) appendFileSync(log, '')
  const lines = readFileSync(log, 'utf8').trim().split('\n').filter(Boolean)
  return lines.map((line) => ({ version: line.split(' ')[0]!, pid: Number(line.split(' ')[1]) }))
}

export type RunningLauncher = { child: ChildProcess; out: string; code: number | null | undefined }

/** The launcher as a program of its own, so that it can be killed. */
export function startLauncher(
  installed: string,
  versionsDir: string,
  times: LauncherTimes,
  environment: Record<string, string> = {},
): RunningLauncher {
  const program = join(import.meta.dirname, 'launcher-program.ts')
  const child = spawn(process.execPath, [program, installed, versionsDir, JSON.stringify(times)], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const running: RunningLauncher = { child, out: '', code: undefined }
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      running.out += text
    })
  }
  child.once('exit', (code) => {
    running.code = code
  })
  return running
}
