/** For tests on Node: a window with a document, and a service whose event streams the test writes and cuts. */
import { vi } from 'vitest'

type Stream = {
  /** What the service sends on it. */
  write: (text: string) => void
  /** The service ends it. */
  end: () => void
  /** Whether the browser has closed it. */
  isClosed: () => boolean
}

/** Stubs the globals; `vi.unstubAllGlobals()` ends that. */
export function openTestPage() {
  const window = new EventTarget()
  for (const name of ['addEventListener', 'removeEventListener'] as const)
    vi.stubGlobal(name, window[name].bind(window))
  vi.stubGlobal('document', { visibilityState: 'visible', images: [] })
  /** `pageshow` comes from the cache for the back button. */
  const happen = (name: string) => window.dispatchEvent(Object.assign(new Event(name), { persisted: true }))
  return { happen }
}

/** Answers each request for a stream as `answer` says; `streams` holds them in order. Connections count as alive. */
export function serveStreams(answer: () => 'open' | 'hang' = () => 'open') {
  const streams: Stream[] = []
  vi.stubGlobal('fetch', (_url: string, { method, signal }: { method?: string; signal: AbortSignal }) => {
    if (method === 'HEAD') return Promise.resolve(new Response())
    let isClosed = false
    let controller!: ReadableStreamDefaultController<Uint8Array>
    const body = new ReadableStream<Uint8Array>({
      start: (begun) => {
        controller = begun
      },
      cancel: () => {
        isClosed = true
      },
    })
    streams.push({
      write: (text) => controller.enqueue(new TextEncoder().encode(text)),
      end: () => controller.close(),
      isClosed: () => isClosed,
    })
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => {
        if (!isClosed) controller.error(signal.reason)
        isClosed = true
        reject(signal.reason)
      })
    })
    aborted.catch(() => undefined)
    return answer() === 'open' ? Promise.resolve(new Response(body)) : aborted
  })
  return streams
}
