/** A thread that ends its process when that uses too much memory, also while the main thread is busy inside a library. */
import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { TOO_MUCH_MEMORY } from './model-message.ts'

const EVERY_MS = 50
const STDERR = 2

const { rssMaxBytes } = workerData as { rssMaxBytes: number }

setInterval(() => {
  if (process.memoryUsage.rss() <= rssMaxBytes) return
  try {
    writeSync(STDERR, TOO_MUCH_MEMORY)
  } finally {
    process.kill(process.pid, 'SIGKILL')
  }
}, EVERY_MS)
