/**
 * The service worker's copy of the console: its page and code, so that it starts and opens every page while the service
 * is out of reach. It holds no data of anybody and never touches a call to the service.
 */

/** The address of the page that every path of the console shows. */
const PAGE = '/'
const CODE = '/assets/'
/** Not the console's page: the API and the manual's own pages. */
const OTHER_PAGES = /^\/(api|manual)(\/|$)|\.[a-z0-9]+$/i
const NAME = 'console-'
/** A page opened before an upgrade goes on with the code of its own build. */
const BUILDS_MAX = 2
/** A person who waits longer for a page gets the copy. */
const PAGE_WITHIN_MS = 4000

/** What the copy needs of the browser; tests hand in their own. */
export type ShellBrowser = {
  caches: Pick<CacheStorage, 'open' | 'keys' | 'delete' | 'match'>
  fetch: (request: Request | string, options?: RequestInit) => Promise<Response>
  /** Resolves after this many milliseconds. */
  wait: (durationMs: number) => Promise<void>
}

/** From a window to the worker: complete the copy. */
export type ShellOrder = { type: 'keep-shell' }

/** `build` names the build, `files` are the paths of all its code. */
export type Shell = { build: string; files: readonly string[] }

/** How a request is answered: from the copy of the code, from the network with the page's copy behind it, or not here. */
export function kindOf(request: Pick<Request, 'method' | 'mode' | 'url'>, origin: string): 'code' | 'page' | 'other' {
  const { origin: from, pathname } = new URL(request.url)
  if (request.method !== 'GET' || from !== origin) return 'other'
  if (pathname.startsWith(CODE)) return 'code'
  return request.mode === 'navigate' && !OTHER_PAGES.test(pathname) ? 'page' : 'other'
}

/** Code never changes under its name: the copy is as good as the network, and quicker. */
export async function answerCode(request: Request, browser: ShellBrowser): Promise<Response> {
  return (await browser.caches.match(request.url)) ?? browser.fetch(request)
}

/** The network's page; the copy where the network fails, takes too long, or a proxy answers in the service's place. */
export async function answerPage(request: Request, browser: ShellBrowser): Promise<Response> {
  const asked = browser.fetch(request)
  const inTime = await Promise.race([asked.catch(() => null), browser.wait(PAGE_WITHIN_MS).then(() => null)])
  if (inTime && inTime.status < 500) return inTime
  return (await newestPage(browser)) ?? asked
}

/** The newest build is the last one; its page is missing while its code is still on the way. */
async function newestPage({ caches }: ShellBrowser): Promise<Response | undefined> {
  const builds = (await caches.keys()).filter((name) => name.startsWith(NAME)).reverse()
  for (const name of builds) {
    const page = await (await caches.open(name)).match(PAGE)
    if (page) return page
  }
}

/**
 * Completes the copy of this build, one file at a time so that a press never waits behind it, then lets go of the oldest
 * builds. Throws when a file does not arrive; the next call continues there.
 */
export async function keepShell({ build, files }: Shell, browser: ShellBrowser): Promise<void> {
  const cache = await browser.caches.open(NAME + build)
  for (const path of files) {
    if (await cache.match(path)) continue
    const answer = await browser.fetch(path, { priority: 'low' })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    await cache.put(path, answer)
  }
  // The page comes last: a copy of it promises that all of its code is here.
  const page = await browser.fetch(PAGE, { cache: 'no-store' })
  if (!page.ok) throw new Error(`${PAGE} answered ${page.status}`)
  await cache.put(PAGE, page)
  await dropOldBuilds(build, browser)
}

async function dropOldBuilds(build: string, { caches }: ShellBrowser): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(NAME) && name !== NAME + build)
  for (const name of others.slice(0, Math.max(0, others.length - (BUILDS_MAX - 1)))) await caches.delete(name)
}
