import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLogger } from '../log.ts'
import { createServer } from './server.ts'
import { addConsole } from './static.ts'

let root: string
let folder: string
let http: FastifyInstance
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'mimamori-static-'))
  folder = join(root, 'dist')
  writeFileSync(join(root, 'secret.txt'), 'outside')
  http = await createServer({ proxies: [], tls: null }, createLogger('silent'))
  await addConsole(http, folder)
})
afterEach(async () => {
  await http.close()
  rmSync(root, { recursive: true, force: true })
})

/** Writes a console whose page loads `name`, built at that second. */
function build(name: string, second: number): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'assets', name), `/* ${name} */`)
  writeFileSync(join(folder, 'assets', `${name}.br`), 'compressed')
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>')
  writeFileSync(join(folder, '.env'), 'hidden')
  writeFileSync(join(folder, 'index.html'), `<script nonce="__NONCE__" src="/assets/${name}"></script>`)
  utimesSync(join(folder, 'index.html'), second, second)
}
async function get(url: string, headers = {}) {
  const answer = await http.inject({ url, headers })
  return { status: answer.statusCode, text: answer.body, headers: answer.headers }
}

test('a console that is rebuilt under a running service is served with its own files', async () => {
  expect(await get('/cameras')).toMatchObject({ status: 503, text: expect.stringContaining('not built') })
  build('one-1a2b.js', 1_000)
  const first = await get('/cameras')
  expect(first.text).toContain('/assets/one-1a2b.js')
  expect((await get('/assets/one-1a2b.js')).text).toBe('/* one-1a2b.js */')

  build('two-3c4d.js', 2_000)
  expect((await get('/cameras')).text).toContain('/assets/two-3c4d.js')
  expect((await get('/assets/two-3c4d.js')).status).toBe(200)
  expect((await get('/assets/one-1a2b.js')).status).toBe(404)
  rmSync(folder, { recursive: true })
  expect((await get('/')).text).toContain('/assets/two-3c4d.js')
})

test('browsers cache hashed files, ask again for others; compressed twins replace their files', async () => {
  build('one-1a2b.js', 1_000)
  const asset = await get('/assets/one-1a2b.js', { 'accept-encoding': 'br' })
  expect(asset).toMatchObject({ status: 200, text: 'compressed' })
  expect(asset.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': expect.stringContaining('javascript'),
    'cache-control': 'public, max-age=31536000, immutable',
    vary: expect.stringMatching(/accept-encoding/i),
  })
  expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache')
  const page = await get('/')
  const nonce = /nonce="([^"]+)"/.exec(page.text)?.[1]
  const policy = page.headers['content-security-policy']
  expect(policy).toContain(`'nonce-${nonce}'`)
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types mimamori-worker")
})

test('S12 no address leads out of the console’s folder, to hidden files or a page without nonce', async () => {
  build('one-1a2b.js', 1_000)
  const paths = [
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets//one-1a2b.js',
    '/.env',
    '/index.html',
    '/assets/one-1a2b.js.br',
    '/assets/none.js',
    '/assets/',
    '/assets/%00.js',
    '/api/none.js',
  ]
  for (const path of paths) expect([path, (await get(path)).status]).toEqual([path, 404])
})
