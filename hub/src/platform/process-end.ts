/** The end of a child process, for those who start it again or read what it said. */
import type { ChildProcess } from 'node:child_process'

/** What a process wrote before its end is read within this time, ms. */
const OUTPUT_MS = 500

export type ProcessEnd = { code: number | null; signal: NodeJS.Signals | null }

/**
 * Resolves when the process is gone and its output was read. 'close' alone comes only when nobody holds that output any
 * more: a program that it started and that hangs holds it for ever. Never rejects; a process that did not start ends, too.
 */
export function processEnd(child: ChildProcess): Promise<ProcessEnd> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined
    child.once('exit', (code, signal) => {
      timer = setTimeout(() => resolve({ code, signal }), OUTPUT_MS)
    })
    child.once('close', (code, signal) => {
      clearTimeout(timer)
      resolve({ code, signal })
    })
  })
}
