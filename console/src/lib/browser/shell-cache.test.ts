import { describe, expect, test } from 'vitest'
import { answerCode, answerPage, keepShell, kindOf, type ShellBrowser } from './shell-cache.ts'

const ORIGIN = 'https://mimamori.example'

describe('requests that the service worker answers', () => {
  const kind = (path: string, mode: RequestMode = 'cors', method = 'GET') =>
    kindOf({ method, mode, url: new URL(path, ORIGIN).href }, ORIGIN)

  test('code comes from the copy', () => {
    expect(kind('/assets/index-abc.js')).toBe('code')
  })

  test('every address of the console is the same page', () => {
    expect(kind('/app/alerts/list?severity=high', 'navigate')).toBe('page')
    expect(kind('/', 'navigate')).toBe('page')
  })

  test('calls, files, the manual and other origins go to the network as if there were no worker', () => {
    for (const path of ['/api/stream', '/api/v1/alert/search', '/manual/en.html', '/favicon.svg']) {
      expect([path, kind(path, 'navigate')]).toEqual([path, 'other'])
      expect([path, kind(path)]).toEqual([path, 'other'])
    }
    expect(kind('/assets/index-abc.js', 'cors', 'POST')).toBe('other')
    expect(kind('https://elsewhere.example/assets/a.js')).toBe('other')
  })
})

describe('the copy of the console', () => {
  const shell = { build: 'one', files: ['/assets/a.js', '/assets/b.css'] }
  const pageRequest = new Request(`${ORIGIN}/app/rooms`)

  test('opens a page and its code while the service is away', async () => {
    const browser = fakeBrowser()
    await keepShell(shell, browser)
    browser.network = 'away'
    expect(await text(answerPage(pageRequest, browser))).toBe('page')
    expect(await text(answerCode(new Request(`${ORIGIN}/assets/a.js`), browser))).toBe('/assets/a.js')
  })

  test('opens a page when a proxy answers in place of the service', async () => {
    const browser = fakeBrowser()
    await keepShell(shell, browser)
    browser.network = 502
    expect(await text(answerPage(pageRequest, browser))).toBe('page')
  })

  test('opens a page when the network never answers', async () => {
    const browser = fakeBrowser()
    await keepShell(shell, browser)
    browser.network = 'silent'
    expect(await text(answerPage(pageRequest, browser))).toBe('page')
  })

  test('gives way to the network’s page and to its errors that mean something', async () => {
    const browser = fakeBrowser()
    await keepShell(shell, browser)
    browser.network = 403
    expect((await answerPage(pageRequest, browser)).status).toBe(403)
  })

  test('without a copy the network’s own error is passed on', async () => {
    const browser = fakeBrowser()
    browser.network = 502
    expect((await answerPage(pageRequest, browser)).status).toBe(502)
    browser.network = 'away'
    await expect(answerPage(pageRequest, browser)).rejects.toThrow('away')
  })

  test('continues where it was interrupted, and offers no page before its code is complete', async () => {
    const browser = fakeBrowser()
    browser.failing = '/assets/b.css'
    await expect(keepShell(shell, browser)).rejects.toThrow('/assets/b.css')
    browser.network = 'away'
    await expect(answerPage(pageRequest, browser)).rejects.toThrow('away')
    browser.network = 200
    browser.failing = ''
    browser.asked.length = 0
    await keepShell(shell, browser)
    expect(browser.asked).toEqual(['/assets/b.css', '/'])
  })

  test('keeps the code of the build before, drops older ones, and shows the newest page', async () => {
    const browser = fakeBrowser()
    for (const build of ['one', 'two', 'three']) {
      browser.pageText = `page ${build}`
      await keepShell({ build, files: [`/assets/${build}.js`] }, browser)
    }
    expect(await browser.caches.keys()).toEqual(['console-two', 'console-three'])
    browser.network = 'away'
    expect(await text(answerPage(pageRequest, browser))).toBe('page three')
    expect(await text(answerCode(new Request(`${ORIGIN}/assets/two.js`), browser))).toBe('/assets/two.js')
  })
})

async function text(answer: Promise<Response>): Promise<string> {
  return (await answer).text()
}

type FakeBrowser = ShellBrowser & {
  network: 200 | 403 | 502 | 'away' | 'silent'
  failing: string
  pageText: string
  /** Paths asked of the network. */
  asked: string[]
}

/** Caches in memory, and a network that fails on demand. */
function fakeBrowser(): FakeBrowser {
  const stores = new Map<string, Map<string, Response>>()
  const pathOf = (request: RequestInfo | URL) =>
    new URL(request instanceof Request ? request.url : request, ORIGIN).pathname
  const open = async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>()
    stores.set(name, store)
    return {
      match: async (request: RequestInfo | URL) => store.get(pathOf(request))?.clone(),
      put: async (request: RequestInfo | URL, answer: Response) => void store.set(pathOf(request), answer),
    } as Cache
  }
  const browser: FakeBrowser = {
    network: 200,
    failing: '',
    pageText: 'page',
    asked: [],
    caches: {
      open,
      keys: async () => [...stores.keys()],
      delete: async (name) => stores.delete(name),
      match: async (request) => {
        for (const store of stores.values()) {
          const found = store.get(pathOf(request))
          if (found) return found.clone()
        }
      },
    },
    async fetch(request) {
      const path = pathOf(request)
      browser.asked.push(path)
      if (browser.network === 'silent') return new Promise<Response>(() => undefined)
      if (browser.network === 'away' || path === browser.failing) throw new TypeError(`${path} is away`)
      const status = browser.network
      return new Response(path.startsWith('/assets/') ? path : browser.pageText, { status })
    },
    wait: () => Promise.resolve().then(() => new Promise((resolve) => setImmediate(resolve))),
  }
  return browser
}
