/** Starts the service worker, in browsers and on addresses that allow one. */
import type { ShellOrder } from './shell-cache.ts'

const PATH = '/service-worker.js'

type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(url: string): URL }
}
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined

/** Resolves with the active registration. Throws where the browser refuses one, as in private windows. */
export async function registerWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(trustedPath())
  return navigator.serviceWorker.ready
}

/** Once a page is at rest: keeps the console for times without the service. Without a secure address nothing happens. */
export async function keepConsole(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { active } = await registerWorker()
  const order: ShellOrder = { type: 'keep-shell' }
  active?.postMessage(order)
}

/** The page's policy allows this one address as a worker; browsers without trusted types take the text. */
function trustedPath(): string | URL {
  const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes
  policy ??= types?.createPolicy('mimamori-worker', { createScriptURL: () => PATH })
  return policy ? policy.createScriptURL(PATH) : PATH
}
