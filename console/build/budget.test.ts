import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const SIGN_IN_BYTES = 90_000
const SHELL_AND_LIST_BYTES = 230_000

describe('the built console', { timeout: 60_000 }, () => {
  let folder = ''
  let names: string[] = []
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mimamori-console-'))
    // As its own program: inside of a test run React would be built for development.
    const vite = join(fileURLToPath(import.meta.resolve('vite/package.json')), '../bin/vite.js')
    await promisify(execFile)(process.execPath, [vite, 'build', '--outDir', folder, '--emptyOutDir'], {
      cwd: join(import.meta.dirname, '..'),
      env: { PATH: '', NODE_ENV: 'production' },
    })
    names = (await readdir(folder, { recursive: true })).filter((name) => !/\.(br|gz)$/.test(name))
  }, 60_000)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const read = (name: string) => readFile(join(folder, name))
  const bytesOf = async (wanted: RegExp) => {
    const sizes = names
      .filter((name) => wanted.test(name))
      .map(async (name) => brotliCompressSync(await read(name)).length)
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  }

  test('P14 signs in with at most 90 kB', async () => {
    const bytes = await bytesOf(
      /index\.html$|assets\/(index|base|rolldown-runtime|public-site|public-en)-.*\.(js|css)$/,
    )
    expect(bytes).toBeGreaterThan(40_000)
    expect(bytes).toBeLessThanOrEqual(SIGN_IN_BYTES)
  })

  test('P14 the sign-in carries neither component library nor router', async () => {
    const page = (await read('index.html')).toString()
    expect(page).toMatch(/modulepreload[^>]*public-site/)
    expect(page).not.toMatch(/\/(mui|data|parts|console)-/)
    const signIn = await read(names.find((name) => /public-site-.*\.js$/.test(name))!)
    expect(signIn.toString()).not.toMatch(/\/(mui|data|parts|console)-/)
  })

  /** A file and all that it imports at once, however the build has cut it. */
  const withImports = async (wanted: RegExp): Promise<string[]> => {
    const found = new Set(names.filter((name) => wanted.test(name)))
    for (const name of found) {
      if (!name.endsWith('.js')) continue
      const imports = (await read(name)).toString().matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)
      for (const [, file] of imports) found.add(`assets/${file}`)
    }
    // A style sheet bears the name of the script that it belongs to; the mark behind a name may hold a dash.
    const stemOf = (name: string) => name.replace(/-.{8}\.\w+$/, '')
    const stems = new Set([...found].map(stemOf))
    return names.filter((name) => found.has(name) || (name.endsWith('.css') && stems.has(stemOf(name))))
  }

  test('P14 shell and alerts list stay within 230 kB', async () => {
    const files = await withImports(
      /index\.html$|assets\/(index|public-site|public-en|shell-en|console|alert-list-page)-.*\.js$/,
    )
    const sizes = await Promise.all(files.map(async (name) => brotliCompressSync(await read(name)).length))
    expect(files.length).toBeGreaterThan(12)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(SHELL_AND_LIST_BYTES)
  })

  test.each(['base', 'mui', 'data', 'parts'])(
    '%s, which every page needs, waits for nothing that needs it',
    async (name) => {
      const file = names.find((each) => new RegExp(`assets/${name}-[^/]*\\.js$`).test(each))!
      const imports = (await read(file)).toString().matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)
      const waitsFor = await Promise.all([...imports].map(([, each]) => withImports(new RegExp(`assets/${each}$`))))
      expect(waitsFor.flat()).not.toContain(file)
    },
  )

  test('the gallery of the dev console stays out of the build', async () => {
    const texts = await Promise.all(names.filter((name) => /\.(js|css|html)$/.test(name)).map(read))
    expect(texts.length).toBeGreaterThan(12)
    expect(names.filter((name) => /gallery|\/story/.test(name))).toEqual([])
    expect(texts.filter((text) => text.includes('hanako@example.com') || text.includes('/gallery'))).toEqual([])
  })

  test('S11 the page runs no script of its own and leaves a place for the nonce', async () => {
    const page = (await read('index.html')).toString()
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\bon[a-z]+=/)
    expect(page).toContain('nonce="__NONCE__"')
  })

  test('GEN-06 only the root has a color scheme: built style sheets resolve tokens there', async () => {
    const sheets = names.filter((name) => /^assets\/.*\.css$/.test(name))
    const rules = await Promise.all(
      sheets.map(async (name) => (await read(name)).toString().matchAll(/([^{}]*)\{[^{}]*\bcolor-scheme:/g)),
    )
    const selectors = rules.flatMap((each) => [...each].map(([, selector]) => selector!))
    expect(selectors).toContain(':root:is([data-scheme=dark],:has([data-dark-page]))')
    expect(selectors.filter((selector) => !selector.startsWith(':root'))).toEqual([])
  })

  test('every text file of some size lies there compressed both ways', async () => {
    const all = new Set(await readdir(folder, { recursive: true }))
    const large = await Promise.all(
      names
        .filter((name) => /\.(js|css|html)$/.test(name))
        .map(async (name) => ((await read(name)).length > 1000 ? name : null)),
    )
    const missing = large.filter((name) => name && !(all.has(`${name}.br`) && all.has(`${name}.gz`)))
    expect(missing).toEqual([])
  })
})
