/** The cost of cameras in a program that reads one stream many times: run, warmed up, and measured for a while. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { round } from '../bench.ts'
import { cpuSeconds } from './process-cost.ts'
import type { FlowCounts } from './whole-flow.ts'

/** `cameras`: how often the program reads the stream. */
export type Load = { cameras: number; fps: number; settleMs: number; measureMs: number }
export type Cost = {
  sharePerCamera: number
  framesPerSecond: number
  framesSkipped: number
  alerts: number
  /** As in `FlowCounts`, during the measurement; undefined for a program without the pose model. */
  looks: FlowCounts['looks']
  lateCameras: number
}

/** Runs a program of this folder on the stream; returns its cost after the warm-up. */
export async function costOf(program: string, args: string[], load: Load): Promise<Cost> {
  const { cameras, fps, settleMs, measureMs } = load
  const child = fork(join(import.meta.dirname, program), args, {
    env: { ...process.env, UV_THREADPOOL_SIZE: String(4 * cameras), MALLOC_ARENA_MAX: '2' },
  })
  let counts: Partial<FlowCounts> = {}
  child.on('message', (message: FlowCounts) => {
    counts = message
  })
  const gone = once(child, 'exit').then(([code]) => {
    throw new Error(`${program} ended by itself (${code})`)
  })
  gone.catch(() => {})
  try {
    await Promise.race([pause(settleMs), gone])
    const before = { ...counts, cpu: cpuSeconds(child.pid!), atMs: performance.now() }
    await Promise.race([pause(measureMs), gone])
    const seconds = (performance.now() - before.atMs) / 1000
    const framesPerSecond = ((counts.frames ?? 0) - (before.frames ?? 0)) / seconds / cameras
    // Reported every two seconds, so roughly; a stalled stream must not look cheap.
    if (framesPerSecond < fps * 0.7) throw new Error(`${program} got ${round(framesPerSecond)} frames/s of ${fps}`)
    return {
      sharePerCamera: (cpuSeconds(child.pid!) - before.cpu) / seconds / cameras,
      framesPerSecond,
      framesSkipped: (counts.framesSkipped ?? 0) - (before.framesSkipped ?? 0),
      alerts: counts.alerts ?? 0,
      looks: {
        asked: (counts.looks?.asked ?? 0) - (before.looks?.asked ?? 0),
        answered: (counts.looks?.answered ?? 0) - (before.looks?.answered ?? 0),
      },
      lateCameras: counts.lateCameras ?? 0,
    }
  } finally {
    await ended(child)
  }
}

/** When its channel is closed, a child disconnects from the cameras and exits. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  if (child.connected) child.disconnect()
  const impatience = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await exited
  clearTimeout(impatience)
}
