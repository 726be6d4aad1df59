// A program for one test: opens a model that hangs, prints the process id of its process, and waits to be killed.
import { FallModel } from '#model/fall-model.ts'
import { createClock } from '#platform/clock.ts'

const [file, runtimeFolder] = process.argv.slice(2)
const model = new FallModel({
  fallModel: { file: file!, runtimeFolder: runtimeFolder! },
  clock: createClock(),
  log: () => {},
  environment: process.env,
  limits: { openMs: 3_600_000 },
  onChange: () => {},
})
model.want(true)
console.log(model.pid)
setInterval(() => {}, 3_600_000)
