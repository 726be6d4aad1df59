// A program for the launcher's tests: says its id and what it was given, and runs until it is ended.
import { spawn } from 'node:child_process'

process.on('SIGTERM', () => process.exit(0))
// As a hub does that the console restarts.
process.on('SIGUSR2', () => process.exit(75))
// As a hub has its media workers, which share its output.
process.on('SIGWINCH', () => {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)'], { stdio: 'inherit' })
  console.log(`left behind ${other.pid}`)
})
console.log(`running ${process.pid} ${process.argv.slice(2).join(' ')}`)
console.log(JSON.stringify({ level: 50, msg: 'a planted error' }))
setInterval(() => {}, 60_000)
