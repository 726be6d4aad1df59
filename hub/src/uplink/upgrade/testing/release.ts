/** A signed hub release for tests, a server for it, and the installation as a process that can be killed. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { archiveName } from '@mimamori/contract/fleet/upgrade.ts'
import { type Behaviour, makeVersion } from '#hub/launcher/testing/versions.ts'

export type SignedRelease = { keyFile: string; archive: Buffer; sums: string; signature: string; sizeBytes: number }

type ReleaseOptions = { version: string; behaviour?: Behaviour; log: string; files?: Record<string, string> }

/** Its archive has a release's layout, with a small program; files are written into `folder`. */
export function makeRelease(
  folder: string,
  { version, behaviour = 'healthy', log, files = {} }: ReleaseOptions,
): SignedRelease {
  makeVersion(join(folder, 'laid-out', version), version, behaviour, log)
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, 'laid-out', version, path), text)
  writeFileSync(join(folder, 'laid-out', version, 'ballast'), Buffer.alloc(300_000, version))
  return packRelease(folder, version)
}

/** Packs the folder's `laid-out/VERSION`, and signs it with a new key or the given one. */
export function packRelease(folder: string, version: string, keys = generateKeyPairSync('ed25519')): SignedRelease {
  const name = archiveName(version, process.arch)
  execFileSync('tar', ['-czf', join(folder, name), '-C', join(folder, 'laid-out'), version])
  const archive = readFileSync(join(folder, name))
  const { privateKey, publicKey } = keys
  const keyFile = join(folder, `${version}.pem`)
  writeFileSync(keyFile, publicKey.export({ type: 'spki', format: 'pem' }))
  const sums = `${createHash('sha256').update(archive).digest('hex')}  ${name}\n`
  const signature = sign(null, Buffer.from(sums), privateKey).toString('base64')
  return { keyFile, archive, sums, signature, sizeBytes: archive.length }
}

type Served = { archive: Buffer; address: string; ranges: string[]; server: Server }

/** Serves an archive with range requests, as the service does; `ranges` records the requested ranges. */
export async function serveArchive(archive: Buffer): Promise<Served> {
  const ranges: string[] = []
  const served = { archive, ranges, address: '' }
  const server = createServer((request, answer) => {
    ranges.push(request.headers.range ?? '')
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
    answer.writeHead(from > 0 ? 206 : 200).end(served.archive.subarray(from))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(served, { address, server })
}

export type InstallOrder = Omit<SignedRelease, 'archive'> & {
  version: string
  ownVersion: string
  ownFolder: string
  versionsDir: string
  address: string
  /** The step at which it kills itself; null: it completes. */
  dieAt: string | null
}

/** Runs the installation in its own process; returns its exit status and output. */
export function install(order: InstallOrder): Promise<{ signal: string | null; code: number | null; out: string }> {
  const program = join(import.meta.dirname, 'install-program.ts')
  const child: ChildProcess = spawn(process.execPath, [program, JSON.stringify(order)], { stdio: 'pipe' })
  let out = ''
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      out += text
    })
  }
  return new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ signal, code, out }))
  })
}
