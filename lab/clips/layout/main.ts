/**
 * A manifest of a set of clips, by its layout: `npm run --silent detection:manifest -- --layout LAYOUT --clips FOLDER > FILE`. It goes to
 * `npm run detection:real -- --clips FOLDER --manifest FILE`. It is written before anybody looks at a clip, with both halves' names.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { clipManifest } from '@mimamori/contract/insight/clip-manifest.ts'
import { framesPerSecondOf } from '../prepare.ts'
import { LAYOUTS, manifestOf } from './layouts.ts'

const { values } = parseArgs({ options: { clips: { type: 'string' }, layout: { type: 'string', default: 'own' } } })
const layout = LAYOUTS[values.layout] ?? fail(`--layout is ${Object.keys(LAYOUTS).join(', ')}`)
const folder = values.clips ?? fail('Name the folder of the clips: --clips FOLDER')

const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((one) => one.isFile())
  .map(({ parentPath, name }) => join(parentPath, name).slice(join(folder, '/').length).replaceAll('\\', '/'))
const manifest = await manifestOf(layout, {
  files,
  read: (file) => readFileSync(join(folder, file), 'utf8'),
  framesPerSecond: (file) => framesPerSecondOf(join(folder, file)),
  hash: (file) =>
    createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex'),
})
if (manifest.clips.length === 0) fail(`No clip of that layout lies below ${folder}: ${manifest.source}`)
console.log(JSON.stringify(clipManifest.parse(manifest), null, 2))

function fail(message: string): never {
  console.error(message)
  process.exit(2)
}
