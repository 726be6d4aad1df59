import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_LOCALE, LOCALE_CODES, type Locale } from '@mimamori/contract/languages/locales.ts'
import { describe, expect, test } from 'vitest'
import { directorFigures, manualPage } from './manual.ts'

const root = join(import.meta.dirname, '..')
const sourceOf = (language: Locale) => readFileSync(join(root, '../docs/manual', `${language}.md`), 'utf8')

/** Every text of the console in that language. */
function textsOf(language: Locale): Set<string> {
  const folder = join(root, '../contract/src/languages', language)
  const files = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'))
  return new Set(files.flatMap((text) => Object.values(JSON.parse(text) as Record<string, string>)))
}

describe('the user manual', () => {
  test.each(LOCALE_CODES)('GEN-05 in %s names buttons and pages as they stand on the screen', async (language) => {
    const texts = textsOf(language)
    const names = [...sourceOf(language).matchAll(/\*\*(.+?)\*\*/g)].map(([, name]) => name!)
    expect(names.length).toBeGreaterThan(60)
    expect(names.filter((name) => !texts.has(name))).toEqual([])
    // Markdown takes two signs for a pair only where it sees the edge of a word.
    const strong = [...(await manualPage(language)).matchAll(/<strong>(.+?)<\/strong>/g)].map(([, name]) => name)
    expect(strong.slice(1)).toEqual(names)
  })

  test('GEN-05 has the same chapters in both languages', () => {
    const shapes = LOCALE_CODES.map((language) => sourceOf(language).match(/^#+(?= )/gm))
    expect(shapes[0]!.length).toBeGreaterThan(15)
    expect(shapes[1]).toEqual(shapes[0])
  })

  test.each(LOCALE_CODES)(
    'GEN-05 in %s is a page that leads to each of its chapters and to the other language',
    async (language) => {
      const page = await manualPage(language)
      const ids = new Set([...page.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => id))
      const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
      expect(links.length).toBe(ids.size)
      expect(links.filter((id) => !ids.has(id))).toEqual([])
      expect(page).toContain(`<html lang="${language}">`)
      expect(page).toMatch(/href="(en|ja)\.html" lang=/)
      expect(page).not.toMatch(/<script|<style|\son[a-z]+=|\sstyle=/)
    },
  )

  test('what is new has the same versions and entries in every language, and is a page', async () => {
    const others = LOCALE_CODES.filter((language) => language !== DEFAULT_LOCALE)
    const paths = ['../CHANGELOG.md', ...others.map((language) => `../docs/manual/changes-${language}.md`)]
    const shapes = paths.map((path) =>
      readFileSync(join(root, path), 'utf8')
        .split(/^## /m)
        .slice(1)
        .map((part) => [/^[\d.]+/.exec(part)?.[0], part.match(/^- /gm)?.length]),
    )
    expect(shapes[0]!.length).toBeGreaterThan(0)
    for (const shape of shapes) expect(shape).toEqual(shapes[0])
    for (const language of LOCALE_CODES) {
      const page = await manualPage(language, 'changes-')
      expect(page).toContain('0.1.0')
      expect(page).toMatch(/href="changes-(en|ja)\.html"/)
    }
  })

  test('REAL-01 gives directors the figures of the measurement, which the page on detection has too', async () => {
    const { foundFalls, clipsFalls, nightFound, activityMinutes, falseFalls, ...unseen } = await directorFigures()
    const detection = readFileSync(join(root, '../docs/detection.md'), 'utf8')
    const rows = (row: RegExp) => [...detection.matchAll(row)].map(([, found, of]) => [Number(found), Number(of)])
    const sum = (all: number[][]) => [0, 1].map((at) => all.reduce((total, row) => total + row[at]!, 0))
    expect(sum(rows(/\| (?:UP-Fall|UR Fall), [^|]+\| (\d+) of (\d+) \(/g))).toEqual([foundFalls, clipsFalls])
    expect(sum(rows(/\| untouched [^|]+\| (\d+) of (\d+) \(/g))).toEqual([unseen.unseenFound, unseen.unseenFalls])
    const nightRow = /\| infrared look \|.+/.exec(detection)![0]
    const night = [...nightRow.matchAll(/(\d+) of (\d+) \(/g)].map(([, found, of]) => [Number(found), Number(of)])
    expect(sum(night)).toEqual([nightFound, clipsFalls])
    expect(detection).toContain(`${falseFalls} false falls in ${activityMinutes} minutes`)
    for (const language of LOCALE_CODES) {
      const page = await manualPage(language, 'director-')
      expect(page).not.toContain('{{')
      expect(page).toContain(String(unseen.unseenLeastPercent))
      expect(page).toContain(`href="${language}.html"`)
      expect(await manualPage(language)).toContain(`href="director-${language}.html"`)
    }
  })
})
