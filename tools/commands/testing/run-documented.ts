// Runs a command as a document writes it, in a shell, with a test's values where the reader puts in his own.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..', '..')

export type Place = {
  /** What stands in the document, and what stands there in the test. Each must occur. */
  values?: Record<string, string>
  /** The checkout when left out. */
  folder?: string
  environment?: Record<string, string>
}
export type Ended = { code: number | null; output: string }
export type Begun = { child: ChildProcess; output: () => string; ended: Promise<Ended>; stop: () => Promise<Ended> }

/** Runs it to its end. */
export function runDocumented(command: string, place: Place = {}): Promise<Ended> {
  return beginDocumented(command, place).ended
}

/** Starts it; `stop` ends it as Ctrl-C does, with all that it started. */
export function beginDocumented(command: string, { values = {}, folder = root, environment = {} }: Place = {}): Begun {
  const child = spawn('/bin/sh', ['-c', filledIn(command, values)], {
    cwd: folder,
    // A group of its own, as a terminal makes one. Packages must not be installed anew under the tests beside it.
    detached: true,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, MIMAMORI_INSTALLED: 'yes', NO_COLOR: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }))
  return {
    child,
    output: () => output,
    ended,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGINT')
      return ended
    },
  }
}

function filledIn(command: string, values: Record<string, string>): string {
  return Object.entries(values).reduce((filled, [written, own]) => {
    if (!filled.includes(written)) throw new Error(`${command} does not have ${written}.`)
    return filled.replaceAll(written, own)
  }, command)
}
