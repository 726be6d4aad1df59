/** What a process of Node uses after a full collection: only what that leaves can be a leak. */
import { setTimeout as pause } from 'node:timers/promises'

/** Where Node listens once SIGUSR1 has opened the inspector of a process; one process at a time. */
const INSPECTOR = 'http://127.0.0.1:9229/json'
const TRIES = 100
const TRY_MS = 200

/**
 * Heap and buffers of a process after a full collection, in bytes. Between collections they depend on when V8 collects.
 * @throws if another process answers, or none within 20 s
 */
export async function liveBytes(pid: number): Promise<number> {
  process.kill(pid, 'SIGUSR1')
  const socket = new WebSocket(await inspectorOf())
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  let id = 0
  const call = (method: string, params: object = {}) =>
    new Promise<{ result?: { value?: string } }>((resolve) => {
      const own = ++id
      socket.addEventListener('message', ({ data }) => {
        const answer = JSON.parse(String(data)) as { id?: number; result: { result?: { value?: string } } }
        if (answer.id === own) resolve(answer.result)
      })
      socket.send(JSON.stringify({ id: own, method, params }))
    })
  try {
    // The second collection takes what finalizers of the first one released.
    for (let i = 0; i < 2; i++) await call('HeapProfiler.collectGarbage')
    const { result } = await call('Runtime.evaluate', { expression: USAGE, returnByValue: true })
    const { pid: answered, heapUsed, external } = JSON.parse(result?.value ?? '{}') as Usage
    if (answered !== pid) throw new Error(`process ${answered} answered in place of ${pid}`)
    return heapUsed + external
  } finally {
    await call('Runtime.evaluate', { expression: CLOSE })
    socket.close()
    await closed()
  }
}

type Usage = { pid: number; heapUsed: number; external: number }
const USAGE = 'JSON.stringify({ pid: process.pid, ...process.memoryUsage() })'
/** After the answer, as closing waits for the connection that asks for it. */
const CLOSE = `setTimeout(() => process.getBuiltinModule('node:inspector').close(), ${TRY_MS})`

async function inspectorOf(): Promise<string> {
  for (let i = 0; i < TRIES; i++) {
    await pause(TRY_MS)
    const answer = await fetch(INSPECTOR).catch(() => null)
    if (answer) return ((await answer.json()) as { webSocketDebuggerUrl: string }[])[0]!.webSocketDebuggerUrl
  }
  throw new Error('no inspector answers')
}

/** The next process can use the port. */
async function closed(): Promise<void> {
  for (let i = 0; i < TRIES && (await fetch(INSPECTOR).catch(() => null)); i++) await pause(TRY_MS)
}
