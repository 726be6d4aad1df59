/** Spacing and type sizes are tokens: few literals are left, and their number only falls. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SOURCES = join(import.meta.dirname, '../../..')
/** Hairlines, negative margins and places of drawings, as counted when the tokens came. */
const LITERALS_LEFT = 84
const SPACING =
  /(?<![\w-])(?:(?:scroll-)?(?:padding|margin)(?:-[a-z-]+)?|(?:row-|column-)?gap|inset(?:-[a-z-]+)?|top|right|bottom|left|font-size|font)\s*:([^;{}]+)/g

test('styles take spacing and type sizes from tokens, apart from a number that only falls', async () => {
  const names = await readdir(SOURCES, { recursive: true })
  const sheets = names.filter((name) => name.endsWith('.css') && !name.endsWith('style/tokens.css'))
  const texts = await Promise.all(sheets.map((name) => readFile(join(SOURCES, name), 'utf8')))
  const values = texts.flatMap((text) => [...text.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(SPACING)])
  const literals = values.flatMap(([, value]) => value!.match(/(?<![\w.])[\d.]+px\b/g) ?? [])
  expect(sheets.length).toBeGreaterThan(50)
  expect(literals.length).toBeLessThanOrEqual(LITERALS_LEFT)
})
