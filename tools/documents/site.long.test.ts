// The documents as a site, built as `npm run docs:build` does and read in Chromium from below a sub-path.
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Browser, launchChromium, type Page } from '../../e2e/stack/chromium.ts'
import { CHROMIUM_PATH } from '../../e2e/stack/place.ts'
import { beginDocumented, runDocumented } from '../commands/testing/run-documented.ts'
import { groupsOf, PAGES, placeOf } from './pages.ts'
import { searchWords } from './search-words.ts'
import { installVitePress } from './vitepress.ts'

const root = join(import.meta.dirname, '..', '..')
const BASE = '/mimamori/'
const KINDS: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.webp': 'image/webp',
}

describe('the pages of the site', () => {
  test('are all documents of the checkout, each once', () => {
    const files = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
      .map((name) => `docs/${name}`)
    const sources = PAGES.map(({ source }) => source)
    expect(files.filter((file) => !sources.includes(file))).toEqual([])
    expect(new Set(sources).size).toBe(sources.length)
    expect(groupsOf('en').map(({ name }) => name)[0]).toBe('Start')
  })

  test('are where links between files lead; a folder is its first page, nowhere is refused', () => {
    expect(placeOf('docs/testing.md', 'reliability.md')).toBe('/reliability.md')
    expect(placeOf('docs/decisions/0056-closer-look-at-the-bed.md', '../detection-results.md#cost')).toBe(
      '/detection-results.md#cost',
    )
    expect(placeOf('README.md', 'docs/decisions/')).toBe('/decisions/index.md')
    expect(placeOf('README.md', 'LICENSE')).toBeNull()
    expect(() => placeOf('README.md', 'docs/none.md')).toThrow('README.md: docs/none.md leads nowhere.')
  })
})

describe('the words of the search', () => {
  test('are those of English, and every pair of characters of Japanese, in any width', () => {
    expect(searchWords('Roll back: MIMAMORI_DATA_DIR')).toEqual(['roll', 'back', 'mimamori', 'data', 'dir'])
    expect(searchWords('転倒した、Ａ００５ｶﾒﾗ')).toEqual(['転倒', '倒し', 'した', 'た', 'a005', 'カメ', 'メラ', 'ラ'])
  })

  test('need nothing from outside, as VitePress brings the function to the browser as text', () => {
    const brought = new Function(`return ${searchWords.toString()}`)() as typeof searchWords
    expect(brought('居室 room')).toEqual(searchWords('居室 room'))
  })
})

// With npm as it is set up here: the commands below are given next to nothing of this environment.
beforeAll(() => installVitePress(() => {}), 300_000)

test('is served on this machine alone while somebody writes', { timeout: 240_000 }, async () => {
  const writing = beginDocumented('npm run docs')
  try {
    await vi.waitFor(() => expect(writing.output()).toMatch(/http:\/\/127\.0\.0\.1:\d+/), {
      timeout: 200_000,
      interval: 100,
    })
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(writing.output())!
    expect(await (await fetch(url)).text()).toContain('<div id="app">')
    expect(await (await fetch(`${url}/docs/running/install.md`)).text()).toContain('npm run serve')
    expect(writing.output()).not.toContain('Network: http')
  } finally {
    await writing.stop()
  }
})

const hasChromium = existsSync(CHROMIUM_PATH)
describe.skipIf(!hasChromium)('the built site', { timeout: 120_000 }, () => {
  let [folder, url] = ['', '']
  let server: Server
  let browser: Browser
  const asked: string[] = []

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'mimamori-documents-'))
    const { code, output } = await runDocumented('npm run docs:build -- --base /mimamori/', {
      values: { '/mimamori/': `${BASE} --out ${folder}` },
    })
    expect(code, output).toBe(0)
    server = createServer((request, answer) => {
      const path = decodeURI(new URL(request.url!, 'http://site').pathname)
      asked.push(path)
      const file = join(folder, path.slice(BASE.length).replace(/(^|\/)$/, '$1index.html'))
      if (!path.startsWith(BASE) || !existsSync(file)) return answer.writeHead(404).end()
      answer.writeHead(200, { 'content-type': KINDS[extname(file)] ?? 'application/octet-stream' })
      answer.end(readFileSync(file))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as { port: number }).port}${BASE}`
    browser = await launchChromium()
  }, 240_000)
  afterAll(async () => {
    await browser?.close()
    server?.close()
    if (folder) rmSync(folder, { recursive: true })
  })

  /** A page of the site; what it asks of other hosts and what fails goes into the list. */
  async function open(path: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<[Page, string[]]> {
    const page = await (await browser.newContext(options)).newPage()
    const wrong: string[] = []
    page.on(
      'request',
      (request) => /^(data:|blob:)/.test(request.url()) || request.url().startsWith(url) || wrong.push(request.url()),
    )
    page.on('response', (answer) => answer.ok() || wrong.push(`${answer.status()} ${answer.url()}`))
    page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()))
    page.on('pageerror', (error) => wrong.push(error.message))
    await page.goto(`${url}${path}`)
    return [page, wrong]
  }

  async function find(page: Page, button: string, words: string): Promise<string[]> {
    await page.getByRole('button', { name: button }).first().click()
    await page.getByRole('searchbox').fill(words)
    const results = page.locator('.VPLocalSearchBox .result')
    await results.first().waitFor()
    const places = await Promise.all((await results.all()).map((one) => one.getAttribute('href')))
    return places.map((place) => place!.replace(/#.*/, ''))
  }

  test('finds a word of English and leads to its heading', async () => {
    const [page, wrong] = await open('')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Mimamori')
    expect(await find(page, 'Search', 'rollback upgrade')).toContain(`${BASE}running/upgrade.html`)
    await page.locator('.VPLocalSearchBox .result', { hasText: 'Upgrade and rollback' }).first().click()
    await page.waitForURL(/running\/upgrade\.html#[\w-]+$/)
    await page.getByRole('heading', { name: 'Upgrade and rollback' }).waitFor()
    expect(wrong).toEqual([])
  })

  test('finds a Japanese word inside of a sentence, and says its own words in Japanese', async () => {
    const [page, wrong] = await open('ja/', { locale: 'ja-JP' })
    expect(await page.locator('html').getAttribute('lang')).toBe('ja')
    expect(await find(page, '検索', '出来事')).toContain(`${BASE}ja/manual.html`)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: '施設長の方へ' }).first().click()
    await page.getByText('35回').first().waitFor()
    expect(await page.locator('main').textContent()).not.toContain('{{')
    expect(wrong).toEqual([])
  })

  test('is dark where the reader’s machine is, and scrolls to no side on a phone', async () => {
    const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const
    for (const path of [
      'running/install.html',
      'ja/manual.html',
      'detection.html',
      'decisions/0034-postgresql-15.html',
    ]) {
      const [page, wrong] = await open(path, phone)
      await page.getByRole('heading', { level: 1 }).waitFor()
      const seen = await page.evaluate(
        '({ background: getComputedStyle(document.body).backgroundColor, width: document.documentElement.scrollWidth })',
      )
      expect([path, seen]).toEqual([path, { background: 'rgb(27, 27, 31)', width: 390 }])
      expect(wrong).toEqual([])
      await page.context().close()
    }
  })
})
