/**
 * Counts open files and connections of this process against its limit: at the limit every new connection is silently
 * reset.
 */
import { readdirSync, readFileSync } from 'node:fs'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Sign } from '../sign.ts'
import { repeatLook } from '../work/repeated-look.ts'

const LOOK_EVERY_MS = 15_000
/** Each console and hub uses a connection; a service with a lower limit serves few of them. */
const LEAST_LIMIT = 1_024
const NEAR_SHARE = 0.8

/** Null if the system does not report them (not Linux), or if the read itself lacks a descriptor. */
export type Descriptors = { open: number; limit: number }
export type ReadDescriptors = () => Descriptors | null

/** Reads them from /proc. The limit is infinite if there is none. */
export const readDescriptors: ReadDescriptors = () => {
  const limits = readFileSync('/proc/self/limits', 'utf8')
  const soft = /^Max open files\s+(\S+)/m.exec(limits)?.[1]
  if (!soft) return null
  // The folder itself is open while it is read.
  const open = readdirSync('/proc/self/fd').length - 1
  return { open, limit: soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft) }
}

/** Whether new callers can soon not be served because too many are open. */
const isNearLimit = ({ open, limit }: Descriptors): boolean => open >= limit * NEAR_SHARE

/** At the limit even this read fails: `before` is the previous result. */
function readOrKeep(read: ReadDescriptors, before: Descriptors | null): Descriptors | null {
  try {
    return read()
  } catch (error) {
    const isAtLimit = error instanceof Error && 'code' in error && error.code === 'EMFILE'
    return isAtLimit && before ? { ...before, open: before.limit } : null
  }
}

/** The open descriptors of this process if they are near the limit; otherwise null. */
export function nearLimitNow(): Descriptors | null {
  const now = readOrKeep(readDescriptors, null)
  return now && isNearLimit(now) ? now : null
}

type DescriptorWatch = { start(): void; stop(): void; look(): Promise<void>; sign: Sign }

/** Checks every 15 s after `start`. The sign is `descriptors-low` from four fifths of the limit on. */
export function createDescriptorWatch(
  { clock, read = readDescriptors }: { clock: Clock; read?: ReadDescriptors },
  log: Pick<Logger, 'warn' | 'info'>,
): DescriptorWatch {
  let last: Descriptors | null = null
  let isNear = false
  let hasBegun = false

  async function look(): Promise<void> {
    last = readOrKeep(read, last)
    if (last && !hasBegun && last.limit < LEAST_LIMIT) log.warn(last, 'The limit of open files is low.')
    hasBegun = true
    const wasNear = isNear
    isNear = last !== null && isNearLimit(last)
    if (isNear && !wasNear)
      log.warn(last ?? {}, 'Nearly all files and connections that this service may open are open.')
    if (wasNear && !isNear) log.info(last ?? {}, 'Fewer files and connections are open again.')
  }
  return {
    look,
    ...repeatLook(clock, LOOK_EVERY_MS, look),
    sign: {
      errors: () => (isNear ? ['descriptors-low'] : []),
      figures: () =>
        last === null
          ? []
          : [
              ...['# TYPE process_open_fds gauge', `process_open_fds ${last.open}`],
              ...(Number.isFinite(last.limit) ? ['# TYPE process_max_fds gauge', `process_max_fds ${last.limit}`] : []),
            ],
    },
  }
}
