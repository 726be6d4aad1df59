// Executes the documented commands about real clips, which the checkout does not contain.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clipManifest } from '@mimamori/contract/insight/clip-manifest.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runDocumented } from './testing/run-documented.ts'

let FOLDER: string
const LONG = { timeout: 240_000 }
beforeAll(() => {
  FOLDER = mkdtempSync(join(tmpdir(), 'mimamori-clips-'))
})
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }))

test('measuring real clips reports missing files, and accepts every documented option', LONG, async () => {
  const FILE = join(FOLDER, 'manifest.json')
  const room = { cameraHeightM: 2.4, camera: 'color', bed: null, emptyFrom: null }
  const clip = { file: 'a.mp4', sha256: 'a'.repeat(64), split: 'tuning', room: 'one', events: [], people: [] }
  const manifest = { name: 'Own', source: 'Own', terms: 'Own', rooms: { one: room }, clips: [clip] }
  writeFileSync(FILE, JSON.stringify(manifest))
  const asked = [
    ['npm run detection:real -- --clips FOLDER', { FOLDER }],
    [
      'npm run detection:real -- --clips FOLDER [--split NAME] [--condition NAME] [--only PATTERN]',
      {
        ...{ FOLDER, '[--split NAME]': '--split tuning', '[--condition NAME]': '--condition all' },
        '[--only PATTERN]': '--only fall',
      },
    ],
    ['npm run detection:real -- --clips FOLDER --manifest FILE', { FOLDER, FILE }],
    ['npm run detection:real -- --clips FOLDER --ambient --condition NAME', { FOLDER, NAME: 'fan' }],
  ] as const
  for (const [command, values] of asked) {
    const { code, output } = await runDocumented(command, { values })
    expect([code, output], command).toEqual([2, expect.stringContaining('None of the clips was found.')])
  }
  const faces = 'npm run detection:faces -- --clips FOLDER --model FILE --runtime FOLDER'
  expect((await runDocumented(faces, { values: { FOLDER, FILE } })).output).toContain('onnxruntime')
  const score = 'npm run detection:score -- --video path --write'
  expect((await runDocumented(score, { values: { path: `${FOLDER}/none.mp4` } })).output).toContain('none.mp4')
})

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0
test.skipIf(!hasFfmpeg)('a folder of clips gets a manifest', LONG, async () => {
  const FILE = join(FOLDER, 'own.json')
  mkdirSync(join(FOLDER, 'room-1'))
  const source = ['-f', 'lavfi', '-i', 'color=gray:size=64x48:rate=5:duration=1']
  execFileSync('ffmpeg', ['-v', 'error', ...source, join(FOLDER, 'room-1', 'a.mp4')])
  writeFileSync(join(FOLDER, 'room-1', 'a.csv'), 'fall,0.5\n')
  const values = { FOLDER, LAYOUT: 'own', '> FILE': `> ${FILE}` }
  const command = 'npm run --silent detection:manifest -- --layout LAYOUT --clips FOLDER > FILE'
  const { code, output } = await runDocumented(command, { values })
  expect(code, output).toBe(0)
  const manifest = clipManifest.parse(JSON.parse(readFileSync(FILE, 'utf8')))
  expect(manifest.clips).toMatchObject([{ file: 'room-1/a.mp4', events: [{ type: 'fall', atS: 0.5 }] }])
})
