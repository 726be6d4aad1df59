// Runs the documented commands of releases and containers that need only the checkout.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signFile, writePublicKey, writeSums } from '../release/archive.ts'
import { type Place, runDocumented } from './testing/run-documented.ts'

const root = join(import.meta.dirname, '..', '..')
const LONG = { timeout: 240_000 }
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mimamori-commands-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs it and returns its output; throws unless it exits with 0. */
async function done(command: string, place: Place = {}): Promise<string> {
  const { code, output } = await runDocumented(command, place)
  expect(code, `${command}: ${output}`).toBe(0)
  return output
}

test('keys and checksums of a release are created and verified with openssl', async () => {
  const place = mkdtempSync(join(folder, 'sums-'))
  const [KEY, PUBLIC, sums] = [join(folder, 'key.pem'), join(folder, 'public.pem'), join(place, 'SHA256SUMS')]
  writeFileSync(KEY, await done('openssl genpkey -algorithm ed25519'))
  writeFileSync(join(place, 'a.tar.gz'), 'some bytes')
  expect(writeSums(place)).toBe(sums)
  signFile(sums, KEY)
  writeFileSync(PUBLIC, await done('openssl pkey -in KEY -pubout', { values: { KEY } }))
  writePublicKey(KEY, `${PUBLIC}.own`)
  expect(readFileSync(PUBLIC, 'utf8')).toBe(readFileSync(`${PUBLIC}.own`, 'utf8'))

  const verify = 'openssl pkeyutl -verify -rawin -pubin -inkey PUBLIC -in SHA256SUMS -sigfile SHA256SUMS.sig'
  const values = { PUBLIC }
  expect(await done(verify, { folder: place, values })).toContain('Signature Verified Successfully')
  writeFileSync(sums, 'other')
  expect((await runDocumented(verify, { folder: place, values })).code).not.toBe(0)
})

const isRoot = process.getuid?.() === 0
test.skipIf(!isRoot)('the documented lines create the files that compose.yaml reads', LONG, async () => {
  const place = mkdtempSync(join(folder, 'compose-'))
  await done('mkdir -p secrets backup && chown 10001 backup', { folder: place })
  await done('openssl rand -hex 24 > secrets/database-password', { folder: place })
  await done(
    'echo "postgres://mimamori:$(cat secrets/database-password)@database:5432/mimamori" > secrets/database-url',
    { folder: place },
  )
  expect(statSync(join(place, 'backup')).uid).toBe(10_001)
  const compose = readFileSync(join(root, 'packaging', 'container', 'compose.yaml'), 'utf8')
  const secrets = [...compose.matchAll(/file: \.\/secrets\/(\S+)/g)].map(([, name]) => name!)
  expect(readdirSync(join(place, 'secrets')).toSorted()).toEqual(secrets.toSorted())
  const url = new URL(readFileSync(join(place, 'secrets', 'database-url'), 'utf8').trim())
  const [, user, database] = /POSTGRES_USER: (\S+)\n\s+POSTGRES_DB: (\S+)/.exec(compose)!
  expect([url.hostname, url.username, url.pathname]).toEqual(['database', user, `/${database}`])
  expect(url.password).toHaveLength(48)
  expect(composeErrors(place)).toBe('')
})

/** Docker's errors about the file with these settings; needs no daemon. Empty without Docker. */
function composeErrors(place: string): string {
  if (spawnSync('docker', ['compose', 'version'], { stdio: 'ignore' }).status !== 0) return ''
  const container = join(root, 'packaging', 'container')
  for (const name of ['compose.yaml', 'compose.env', 'Caddyfile', 'Containerfile.service']) {
    execFileSync('cp', [join(container, name), place])
  }
  mkdirSync(join(place, 'backup'), { recursive: true })
  expect(existsSync(join(place, 'compose.env'))).toBe(true)
  const { status, stderr } = spawnSync('docker', ['compose', '--env-file', 'compose.env', 'config', '--quiet'], {
    cwd: place,
    encoding: 'utf8',
  })
  return status === 0 ? '' : stderr
}
