// A program for tests: a worker group. What it emits goes to its parent; any message from there ends it in order.
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { createClock } from '#platform/clock.ts'
import type { WorkerEvent } from '../../worker-message.ts'
import { WorkerGroup } from '../worker-group.ts'

export type ChildHubOptions = { spoolDir: string; sources?: Record<string, string>; cameras: DesiredCamera[] }
/** `pids`: of its workers. */
export type ChildHubMessage = { event: WorkerEvent; pids: number[] }

const { cameras, ...options }: ChildHubOptions = JSON.parse(process.argv[2]!)
const group = new WorkerGroup({
  ...options,
  log: () => {},
  clock: createClock(),
  environment: process.env,
  isLoopbackAllowed: true,
  emit: (event) => process.send?.({ event, pids: group.workers.map(({ pid }) => pid) }),
})
group.configure(cameras)
process.once('message', () => void group.stop().then(() => process.disconnect()))
