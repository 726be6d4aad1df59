/**
 * A thread that ends its process when that uses too much memory or the hub is gone, also while the main thread is busy inside a
 * library and hears nothing.
 */
import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { TOO_MUCH_MEMORY } from './model-message.ts'

const EVERY_MS = 50
const STDERR = 2

const { rssMaxBytes } = workerData as { rssMaxBytes: number }
/** A process without a parent gets another one, except on Windows. */
const parent = process.ppid

setInterval(() => {
  const isTooMuch = process.memoryUsage.rss() > rssMaxBytes
  if (!isTooMuch && process.ppid === parent) return
  try {
    if (isTooMuch) writeSync(STDERR, TOO_MUCH_MEMORY)
  } finally {
    process.kill(process.pid, 'SIGKILL')
  }
}, EVERY_MS)
