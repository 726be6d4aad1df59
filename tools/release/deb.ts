// Builds the Debian package of the hub from its folder, using only dpkg-deb.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Processor } from './artefacts.ts'
import { filesBelow, sizeOf } from './tree.ts'

type DebOptions = {
  root: string
  /** The hub's folder from `layOut`. */
  folder: string
  out: string
  version: string
  processor: Processor
  /** Seconds since 1970. */
  madeAt: number
  /** Compression level, 0 to 9. */
  level: number
}

const ARCHITECTURES: Record<Processor, string> = { x64: 'amd64', arm64: 'arm64' }
const LIBRARY = 'usr/lib/mimamori-hub'

/** Writes `mimamori-hub_VERSION_ARCH.deb` to `out` and returns its path. */
export function packDeb({ root, folder, out, version, processor, madeAt, level }: DebOptions): string {
  const architecture = ARCHITECTURES[processor]
  const stage = `${folder}.deb`
  rmSync(stage, { recursive: true, force: true })
  mkdirSync(join(stage, 'usr', 'lib'), { recursive: true })
  execFileSync('cp', ['-al', folder, join(stage, LIBRARY)])
  for (const name of ['systemd', 'etc']) rmSync(join(stage, LIBRARY, name), { recursive: true })
  addSystemFiles(root, stage, version, madeAt)
  addControl(root, stage, { VERSION: version, ARCHITECTURE: architecture, SIZE: String(sizeOf(stage) >> 10) })
  const file = join(out, `mimamori-hub_${version}_${architecture}.deb`)
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(madeAt) }
  execFileSync(
    'dpkg-deb',
    ['--root-owner-group', ...(level === 0 ? ['-Znone'] : ['-Zxz', `-z${level}`]), '--build', stage, file],
    { env, stdio: 'pipe' },
  )
  rmSync(stage, { recursive: true })
  return file
}

function addSystemFiles(root: string, stage: string, version: string, madeAt: number): void {
  const packaging = join(root, 'packaging')
  const add = (to: string, content: string | Buffer, mode = 0o644) => {
    const path = join(stage, to)
    mkdirSync(dirname(path), { recursive: true, mode: 0o755 })
    writeFileSync(path, content)
    chmodSync(path, mode)
  }
  const of = (path: string) => readFileSync(join(packaging, path))
  const packed = (content: string | Buffer) => gzipSync(content, { level: 9 })
  add('lib/systemd/system/mimamori-hub.service', of('systemd/mimamori-hub.service'))
  add('etc/mimamori/hub.env', of('etc/hub.env'), 0o640)
  add('etc/logrotate.d/mimamori-hub', of('deb/logrotate'))
  add('usr/share/man/man8/mimamori-hub.8.gz', packed(of('deb/mimamori-hub.8')))
  add('usr/share/doc/mimamori-hub/copyright', of('deb/copyright'))
  add('usr/share/doc/mimamori-hub/changelog.gz', packed(changelogOf(version, madeAt)))
  add('usr/share/lintian/overrides/mimamori-hub', of('deb/lintian-overrides'))
  mkdirSync(join(stage, 'usr', 'bin'), { recursive: true })
  symlinkSync('../lib/mimamori-hub/bin/mimamori-hub', join(stage, 'usr', 'bin', 'mimamori-hub'))
}

function addControl(root: string, stage: string, values: Record<string, string>): void {
  const from = join(root, 'packaging', 'deb')
  const control = join(stage, 'DEBIAN')
  mkdirSync(control, { mode: 0o755 })
  const template = readFileSync(join(from, 'control'), 'utf8')
  writeFileSync(
    join(control, 'control'),
    template.replace(/@([A-Z]+)@/g, (_, name: string) => values[name] ?? ''),
  )
  writeFileSync(join(control, 'conffiles'), '/etc/logrotate.d/mimamori-hub\n/etc/mimamori/hub.env\n')
  for (const name of ['postinst', 'prerm', 'postrm']) {
    cpSync(join(from, name), join(control, name))
    chmodSync(join(control, name), 0o755)
  }
  writeFileSync(join(control, 'md5sums'), sumsOf(stage))
}

function sumsOf(stage: string): string {
  return filesBelow(stage)
    .filter((path) => !relative(stage, path).startsWith('DEBIAN/'))
    .sort()
    .map((path) => `${createHash('md5').update(readFileSync(path)).digest('hex')}  ${relative(stage, path)}\n`)
    .join('')
}

/** Debian's format of a changelog; the changes are in CHANGELOG.md. */
function changelogOf(version: string, madeAt: number): string {
  const date = execFileSync('date', ['-u', '-R', `--date=@${madeAt}`], { encoding: 'utf8' }).trim()
  const maintainer = 'Mimamori maintainers <maintainers@users.noreply.mimamori.example>'
  const words = '  * See /usr/lib/mimamori-hub/CHANGELOG.md.'
  return `mimamori-hub (${version}) stable; urgency=medium\n\n${words}\n\n -- ${maintainer}  ${date}\n`
}
