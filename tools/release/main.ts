// `npm run release`: tarballs of service and hub for each processor, a .deb of the hub, container files, notes, sums, a signature.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildConsole } from '../start/console-build.ts'
import { notesOf, packTarball, signFile, writePublicKey, writeSums } from './archive.ts'
import { ARTEFACTS, PROCESSORS, publishable } from './artefacts.ts'
import { packDeb } from './deb.ts'
import { digestsIn, pinImages } from './images.ts'
import { commitTime, layOut, sizeOf } from './tree.ts'

const root = join(import.meta.dirname, '..', '..')
const text = { type: 'string' } as const
const { values } = parseArgs({
  options: {
    out: text,
    key: text,
    processor: text,
    level: { ...text, default: '6' },
    publishable: { type: 'boolean' },
    digests: text,
  },
})
const out = resolve(values.out ?? join(root, 'release'))
const work = join(root, '.data', 'release')
const processors = PROCESSORS.filter((one) => values.processor === undefined || values.processor === one)
if (processors.length === 0) fail(`--processor is one of ${PROCESSORS.join(', ')}`)
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const madeAt = commitTime(root)
const level = Number(values.level)

await buildConsole(root)
rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
for (const processor of processors) {
  for (const artefact of values.publishable ? ARTEFACTS.map(publishable) : ARTEFACTS) {
    const folder = join(work, `${artefact.name}-${version}-linux-${processor}`)
    rmSync(folder, { recursive: true, force: true })
    layOut({ root, cache: join(work, 'packages'), artefact, processor, folder })
    if (artefact.name === 'mimamori-hub' && values.key)
      writePublicKey(resolve(values.key), join(folder, 'release-key.pem'))
    packTarball(folder, join(out, `${artefact.name}-${version}-linux-${processor}.tar.gz`), madeAt, level)
    if (artefact.name === 'mimamori-hub') packDeb({ root, folder, out, version, processor, madeAt, level })
    process.stdout.write(`${artefact.name} ${processor}: ${(sizeOf(folder) / 1e6).toFixed(0)} MB installed\n`)
    cpSync(join(folder, 'sbom.cdx.json'), join(out, `${artefact.name}-${version}-linux-${processor}.cdx.json`))
  }
}
const digests = values.digests === undefined ? null : digestsIn(readFileSync(resolve(values.digests), 'utf8'))
for (const name of ['compose.yaml', 'Caddyfile', 'Containerfile.service', 'Containerfile.hub', 'compose.env']) {
  const file = readFileSync(join(root, 'packaging', 'container', name), 'utf8')
  writeFileSync(join(out, name), digests ? pinImages(file, digests) : file)
}
for (const name of ['service.env', 'hub.env']) cpSync(join(root, 'packaging', 'etc', name), join(out, name))
writeFileSync(join(out, 'NOTES.md'), notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version))
const sums = writeSums(out)
if (values.key) signFile(sums, resolve(values.key))
process.stdout.write(`${out}${values.key ? '' : ', not signed: give a key with --key FILE'}\n`)

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
