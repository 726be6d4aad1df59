// A program for the launcher's tests: takes a data folder's lock, starts a child in it and runs until it is killed.
import { join } from 'node:path'
import { Child } from '../child.ts'
import { lockDataFolder } from '../data-folder-lock.ts'
import { LogFile } from '../log-file.ts'

const folder = process.argv[2]!
lockDataFolder(folder, { pid: process.pid, address: 'http://127.0.0.1:8400' })
const child = new Child({
  title: 'loop',
  program: join(import.meta.dirname, 'loop.ts'),
  env: () => process.env,
  cwd: folder,
  log: new LogFile(join(folder, 'loop.log')),
  say: console.log,
})
child.start()
process.send?.(child.pid)
