/** Memory, processor time, and how late the event loop was, for Prometheus. */
import { monitorEventLoopDelay } from 'node:perf_hooks'

const WINDOW_MS = 60_000
const QUANTILES = [0.5, 0.99, 1]

export type ProcessFigures = { lines(): string[]; stop(): void }

/**
 * The delay is that of the last whole minute, of the running one before there was any: since the start of the program a
 * stall of today would not be seen beside weeks of calm.
 */
export function createProcessFigures(windowMs = WINDOW_MS): ProcessFigures {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const read = () => QUANTILES.map((share) => delay.percentile(share * 100) / 1e9)
  let last: number[] | null = null
  const timer = setInterval(() => {
    last = read()
    delay.reset()
  }, windowMs)
  timer.unref()
  return {
    lines() {
      const memory = process.memoryUsage()
      const cpu = process.cpuUsage()
      return [
        ...['# TYPE process_resident_memory_bytes gauge', `process_resident_memory_bytes ${memory.rss}`],
        ...['# TYPE nodejs_heap_used_bytes gauge', `nodejs_heap_used_bytes ${memory.heapUsed}`],
        ...['# TYPE process_cpu_seconds_total counter', `process_cpu_seconds_total ${(cpu.user + cpu.system) / 1e6}`],
        '# TYPE nodejs_eventloop_delay_seconds gauge',
        ...(last ?? read()).map(
          (seconds, at) => `nodejs_eventloop_delay_seconds{quantile="${QUANTILES[at]}"} ${seconds}`,
        ),
      ]
    },
    stop() {
      clearInterval(timer)
      delay.disable()
    },
  }
}
