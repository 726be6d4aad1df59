// A program for one test: starts a worker group, prints the worker's process id, and waits to be killed.
import { pathToFileURL } from 'node:url'
import { WorkerGroup } from '#pipeline/worker/worker-group.ts'
import { createClock } from '#platform/clock.ts'
import { wantedCamera } from '#testing/wanted-camera.ts'

const nothing = () => {}
const group = new WorkerGroup({
  spoolDir: process.argv[2]!,
  log: nothing,
  clock: createClock(),
  environment: process.env,
  sources: { endless: pathToFileURL(process.argv[3]!).href },
  emit: ({ type }) => type === 'frame' && console.log(group.workers[0]?.pid),
})
group.configure([wantedCamera('only', 'endless:one')])
