import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEFAULT_LOCALE, LOCALE_CODES } from '@mimamori/contract/languages/locales.ts'
import { createServer } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { texts } from './texts.ts'

const folder = join(import.meta.dirname, '../../contract/src/languages')

test('GEN-01 the console downloads a third language that is a folder and a line', { timeout: 60_000 }, async () => {
  const all = mkdtempSync(join(tmpdir(), 'mimamori-languages-'))
  for (const code of LOCALE_CODES) cpSync(join(folder, code), join(all, code), { recursive: true })
  cpSync(join(folder, DEFAULT_LOCALE), join(all, 'xx'), { recursive: true })
  const units = JSON.parse(readFileSync(join(all, 'xx/unit.json'), 'utf8')) as Record<string, string>
  writeFileSync(join(all, 'xx/unit.json'), JSON.stringify({ ...units, created: 'Xunit' }))
  const server = await createServer({
    ...{ configFile: false, root: all, logLevel: 'error', server: { middlewareMode: true, ws: false } },
    plugins: [texts([...LOCALE_CODES, 'xx'], all)],
  })
  onTestFinished(async () => {
    await server.close()
    rmSync(all, { recursive: true })
  })
  const { loaders } = await server.ssrLoadModule('virtual:texts')
  expect(Object.keys(loaders)).toEqual([...LOCALE_CODES, 'xx'])
  expect(Object.keys(loaders.xx)).toEqual(Object.keys(loaders[DEFAULT_LOCALE]))
  const { unit } = (await loaders.xx.management()).default
  expect(unit).toMatchObject({ ...units, created: 'Xunit' })
  const { camera } = (await loaders.xx.management()).default
  for (const file of ['camera', 'camera-error']) {
    expect(camera).toMatchObject(JSON.parse(readFileSync(join(all, `xx/${file}.json`), 'utf8')))
  }
})
