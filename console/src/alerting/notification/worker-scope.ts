/** The part of a service worker's global scope that is used here; TypeScript has it only in place of the page's. */

export type WindowClient = {
  readonly focused: boolean
  readonly visibilityState: DocumentVisibilityState
  postMessage(message: unknown, transfer?: Transferable[]): void
  focus(): Promise<WindowClient>
  /** Refused for a window that this worker does not control. */
  navigate(path: string): Promise<WindowClient | null>
}

type Extendable = { waitUntil(work: Promise<unknown>): void }
type WorkerEvents = {
  install: Extendable & {
    /** Static routing, which not every browser has. */
    addRoutes?(rule: { condition: { urlPattern: string }; source: 'network' }): Promise<void> | undefined
  }
  fetch: { readonly request: Request; respondWith(answer: Promise<Response>): void }
  activate: Extendable
  push: Extendable & { readonly data: { text(): string } | null }
  notificationclick: Extendable & { readonly notification: Notification; readonly action: string }
  message: Extendable & { readonly data: unknown }
  /** Background Sync: there is a network again. */
  sync: Extendable & { readonly tag: string }
  pushsubscriptionchange: Extendable
}

export type WorkerScope = {
  readonly registration: ServiceWorkerRegistration & { readonly sync?: { register(tag: string): Promise<void> } }
  readonly location: Location
  readonly navigator: { setAppBadge?: (count?: number) => Promise<void> }
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly WindowClient[]>
    openWindow(path: string): Promise<WindowClient | null>
  }
  skipWaiting(): Promise<void>
  addEventListener<K extends keyof WorkerEvents>(type: K, listener: (event: WorkerEvents[K]) => void): void
}
