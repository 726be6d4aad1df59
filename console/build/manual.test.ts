import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_LOCALE, LOCALE_CODES, type Locale } from '@mimamori/contract/languages/locales.ts'
import { describe, expect, test } from 'vitest'
import { directorFigures, manualPage } from './manual.ts'

const root = join(import.meta.dirname, '..')
const sourceOf = (language: Locale) => readFileSync(join(root, '../docs/manual', `${language}.md`), 'utf8')

/** All texts of the console in that language. */
function textsOf(language: Locale): Set<string> {
  const folder = join(root, '../contract/src/languages', language)
  const files = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'))
  return new Set(files.flatMap((text) => Object.values(JSON.parse(text) as Record<string, string>)))
}

describe('the user manual', () => {
  test.each(LOCALE_CODES)('GEN-05 in %s names buttons and pages as the screen shows them', async (language) => {
    const texts = textsOf(language)
    const names = [...sourceOf(language).matchAll(/\*\*(.+?)\*\*/g)].map(([, name]) => name!)
    expect(names.length).toBeGreaterThan(60)
    expect(names.filter((name) => !texts.has(name))).toEqual([])
    // Markdown parses a pair of markers only at the edge of a word.
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

  test('the changelog has the same versions and entries in every language, and a page', async () => {
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

  test('REAL-01 gives directors the figures of the results page', async () => {
    const figures = await directorFigures()
    const results = readFileSync(join(root, '../docs/detection-results.md'), 'utf8')
    const chapter = (name: string) => results.split(`## ${name}\n`)[1]!.split('\n## ')[0]!
    const sum = (text: string) =>
      [...text.matchAll(/(\d+) of (\d+) \(/g)].reduce(
        ([found, of], [, one, all]) => [found! + Number(one), of! + Number(all)],
        [0, 0],
      )
    const outside = chapter('Outside clips')
    expect(outside).toContain(`${figures.outsideClips} outside clips`)
    expect(outside).toContain(`| all falls | ${figures.outsideFound} of ${figures.outsideFalls}:`)
    expect(outside).toContain(`| falls of real residents | ${figures.residentFound} of ${figures.residentFalls}:`)
    expect(outside).toContain(`evening light | ${figures.eveningFound} of ${figures.eveningFalls}:`)
    expect(outside).toContain(`${figures.lyingDownRaised} of ${figures.lyingDown} clips`)
    expect(outside).toContain(`${figures.falsePerHourLying} an hour in scenes full of lying down`)
    expect(outside).toContain(`${figures.falsePerHour} an hour in everything else`)
    const interval = [figures.outsideLeastPercent!, figures.outsideMostPercent!].map((percent) => percent / 100)
    expect(outside).toContain(`(${interval.map((share) => share.toFixed(2)).join(' to ')})`)
    const opened = chapter('Clips opened once').match(/^\|.+$/gm)!
    expect(sum(opened.join('\n'))).toEqual([figures.unseenFound, figures.unseenFalls])
    expect(sum(/\| infrared look \|.+/.exec(results)![0])).toEqual([figures.nightFound, figures.nightFalls])
    expect(results).toContain(`in the infrared look ${figures.medianDelaySeconds}.0 s`)
    for (const language of LOCALE_CODES) {
      const page = await manualPage(language, 'director-')
      expect(page).not.toContain('{{')
      expect(page).toContain(String(figures.outsideFound))
      expect(page).toContain(String(figures.outsideLeastPercent))
      expect(page).toContain(`href="${language}.html"`)
      expect(await manualPage(language)).toContain(`href="director-${language}.html"`)
    }
  })
})
