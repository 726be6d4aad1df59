// The product's languages: each folder of texts is complete, and only LOCALES lists the languages.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_LOCALE, LOCALE_CODES, LOCALES } from '@mimamori/contract/languages/locales.ts'
import { PUBLIC_TEXT_GROUPS, TEXT_GROUPS } from '@mimamori/contract/languages/text-groups.ts'
import { percentText } from '@mimamori/contract/shared/intl-format.ts'
import { describe, expect, test } from 'vitest'
import { listFiles } from './boundaries/source-tree.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'contract/src/languages')
const PLURAL = /^(.+?)(_ordinal)?_(zero|one|two|few|many|other)$/
/** Files of the service or the build; every other file belongs to a group that the console downloads. */
const NOT_OF_PAGES = [
  'authority',
  'incident-report',
  'email',
  'manual',
  'mqtt',
  'old-browser',
  'push',
  'push-worker',
  'time',
]

type Texts = Record<string, string>
const filesOf = (locale: string) => readdirSync(join(folder, locale)).sort()
const read = (locale: string, file: string) => JSON.parse(readFileSync(join(folder, locale, file), 'utf8')) as Texts
const placeholders = (text: string) => [...new Set(text.match(/{{\w+}}/g))].sort().join()

/** Keys that a file lacks compared with the default language. A plural needs only the forms of its own language. */
function lacking(own: Texts, model: Texts, locale: string): string[] {
  const stemOf = (key: string) => key.replace(PLURAL, '$1$2')
  const formsOf = (key: string) => {
    const [, stem, ordinal = ''] = PLURAL.exec(key) ?? []
    if (stem === undefined) return [key]
    const rules = new Intl.PluralRules(locale, { type: ordinal ? 'ordinal' : 'cardinal' })
    return rules.resolvedOptions().pluralCategories.map((form) => `${stem}${ordinal}_${form}`)
  }
  const stems = new Set(Object.keys(model).map(stemOf))
  const missing = Object.keys(model)
    .flatMap(formsOf)
    .filter((key) => !(key in own))
  const unknown = Object.keys(own).filter((key) => !stems.has(stemOf(key)))
  const allowed = new Map<string, Set<string>>()
  for (const [key, text] of Object.entries(model)) {
    allowed.set(stemOf(key), (allowed.get(stemOf(key)) ?? new Set()).add(placeholders(text)))
  }
  const differing = Object.entries(own).filter(([key, text]) => !allowed.get(stemOf(key))?.has(placeholders(text)))
  const empty = Object.entries(own).filter(([, text]) => text === '')
  return [...new Set([...missing, ...unknown, ...[...differing, ...empty].map(([key]) => key)])]
}

describe('the texts of a language', () => {
  test('GEN-01 are in a folder for each line of LOCALES, with a manual and a page for directors', () => {
    const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(folders.map(({ name }) => name).sort()).toEqual([...LOCALE_CODES].sort())
    const pages = LOCALE_CODES.flatMap((code) => [`docs/manual/${code}.md`, `docs/manual/director-${code}.md`])
    expect(pages.filter((page) => !existsSync(join(root, page)))).toEqual([])
  })

  test.each(LOCALE_CODES)('GEN-01 in %s have every file, key and placeholder', (locale) => {
    expect(filesOf(locale)).toEqual(filesOf(DEFAULT_LOCALE))
    const errors = filesOf(locale).flatMap((file) =>
      lacking(read(locale, file), read(DEFAULT_LOCALE, file), locale).map((key) => `${file}: ${key}`),
    )
    expect(errors).toEqual([])
  })

  test.each(LOCALE_CODES)('GEN-04 in %s write percent as numbers of the language do', (locale) => {
    const [, gap] = /8(\D*)%/.exec(percentText(0.08, locale))!
    const wrong = filesOf(locale).flatMap((file) =>
      Object.entries(read(locale, file)).flatMap(([key, text]) =>
        [...text.matchAll(/[\d}](\s*)%/g)].filter(([, own]) => own !== gap).map(() => `${file}: ${key}`),
      ),
    )
    expect(wrong).toEqual([])
  })

  test('NIGHT-10 in Japanese have one word for one thing and full-width brackets', () => {
    const table = readFileSync(join(root, 'docs/glossary.md'), 'utf8').split('## Japanese words')[1]!.split('## ')[0]!
    const not = [...table.matchAll(/^\| (?!Japanese|-)[^|]+ \| ([^|]+) \|$/gm)].flatMap(([, words]) =>
      words!.split(', '),
    )
    expect(not.length).toBeGreaterThan(5)
    const isWrong = (text: string) =>
      not.some((word) => text.replaceAll('相部屋', '').includes(word)) ||
      /[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}] ?\(/u.test(text)
    const texts = filesOf('ja').flatMap((file) =>
      Object.entries(read('ja', file)).map(([key, text]) => ({ place: `${file}: ${key}`, text })),
    )
    const manuals = ['ja.md', 'director-ja.md', 'changes-ja.md'].flatMap((file) =>
      readFileSync(join(root, 'docs/manual', file), 'utf8')
        // Addresses of links.
        .replaceAll('](', '')
        .split('\n')
        .map((text, at) => ({ place: `${file}:${at + 1}`, text })),
    )
    expect([...texts, ...manuals].filter(({ text }) => isWrong(text)).map(({ place }) => place)).toEqual([])
  })

  test('GEN-04 no program puts a space of its own before %', () => {
    const files = listFiles(root, /\.tsx?$/).filter((file) => /^(contract|console|service)\/src\//.test(file))
    expect(files.filter((file) => /\} %[`<']/.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
  })

  test('a missing key, a missing plural form and a wrong placeholder are found', () => {
    const model = { a: 'A {{x}}', b: 'B', c_one: '{{count}} C', c_other: '{{count}} Cs' }
    expect(lacking({ a: 'A {{y}}', c_other: '{{count}}' }, model, 'ja')).toEqual(['b', 'a'])
    expect(lacking({ ...model, d: 'D' }, model, 'pl')).toEqual(['c_few', 'c_many', 'd'])
  })

  test('belong to a download of the console or to the service', () => {
    const downloaded = [TEXT_GROUPS, PUBLIC_TEXT_GROUPS].flatMap((groups) => Object.values(groups).flat())
    const known = [...NOT_OF_PAGES, ...downloaded].map((name) => `${name}.json`)
    expect([...new Set(known)].sort()).toEqual(filesOf(DEFAULT_LOCALE))
  })
})

describe('the list of languages', () => {
  const PARTS = /^(contract\/src|service\/src|console\/(src|build)|hub|tools)\//
  // The site's build defines which documents exist in which language.
  const TESTS = /^console\/src\/app\/gallery\/|\.test\.tsx?$|\/testing[-./]|\/migrations\/|^tools\/documents\//
  const codes = [...LOCALE_CODES, ...LOCALE_CODES.map((code) => LOCALES[code].tag)].join('|')
  const literal = new RegExp(`['"](${codes})['"]|^\\s*(${LOCALE_CODES.join('|')}): |[-.](${codes})\\.(tsx?|json)'`, 'm')

  test('GEN-01 is only in LOCALES', () => {
    const files = listFiles(root, /\.(tsx?|mjs)$/).filter((file) => PARTS.test(file) && !TESTS.test(file))
    expect(files.length).toBeGreaterThan(800)
    const knowing = files.filter((file) => literal.test(readFileSync(join(root, file), 'utf8')))
    expect(knowing).toEqual(['contract/src/languages/locales.ts'])
  })
})
