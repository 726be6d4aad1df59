/**
 * Vite plugin: `virtual:texts` holds a download for each language and group of texts, `virtual:public-texts/<group>` those
 * of a group before the sign-in, `virtual:every-language/<file>` a file in all languages, for words that no page can wait for.
 */
import { join } from 'node:path'
import { LOCALE_CODES } from '@mimamori/contract/languages/locales.ts'
import { NAMESPACES, PUBLIC_TEXT_GROUPS, TEXT_GROUPS } from '@mimamori/contract/languages/text-groups.ts'
import type { Plugin } from 'vite'

const ID = 'virtual:texts'
const PUBLIC = 'virtual:public-texts/'
const EVERY = 'virtual:every-language/'
const GROUPS: Readonly<Record<string, readonly string[]>> = { ...TEXT_GROUPS, ...PUBLIC_TEXT_GROUPS }
const LANGUAGES = join(import.meta.dirname, '../../contract/src/languages')

/** `locales` and `folder` are the product's unless a test brings a language of its own. */
export function texts(locales: readonly string[] = LOCALE_CODES, folder = LANGUAGES): Plugin {
  const fileOf = (locale: string, file: string) => JSON.stringify(join(folder, locale, `${file}.json`))
  return {
    name: 'texts',
    resolveId: (id) => ([ID, PUBLIC, EVERY].some((start) => id.startsWith(start)) ? `\0${id}` : undefined),
    load: (id) => {
      if (id === `\0${ID}`) return loaders(locales)
      const [locale = '', group = ''] = id.slice(ID.length + 2).split('/')
      if (id.startsWith(`\0${ID}/`)) return groupOf(group, (file) => fileOf(locale, file))
      if (id.startsWith(`\0${PUBLIC}`)) {
        const rows = locales.map((each) => download(each, each, id.slice(PUBLIC.length + 1)))
        return `export default {${rows.join()}}`
      }
      if (!id.startsWith(`\0${EVERY}`)) return undefined
      const file = id.slice(EVERY.length + 1)
      return imports(
        locales,
        (each) => fileOf(each, file),
        (each) => each,
      )
    },
  }
}

function loaders(locales: readonly string[]): string {
  const rows = locales.map((locale) => {
    const downloads = Object.keys(TEXT_GROUPS).map((group) => download(group, locale, group))
    return `${JSON.stringify(locale)}: {${downloads.join()}}`
  })
  return `export const loaders = {${rows.join()}}`
}

const download = (key: string, locale: string, group: string) =>
  `${JSON.stringify(key)}: () => import('${ID}/${locale}/${group}')`

const groupOf = (group: string, fileOf: (file: string) => string) =>
  imports(GROUPS[group] ?? [], fileOf, (file) => NAMESPACES[file] ?? file)

/** Files of one key are joined: those of a namespace may travel together or apart. */
function imports(names: readonly string[], fileOf: (name: string) => string, keyOf: (name: string) => string): string {
  const lines = names.map((name, at) => `import texts${at} from ${fileOf(name)}`)
  const rows = Object.entries(Object.groupBy(names.keys(), (at) => keyOf(names[at]!))).map(
    ([key, places = []]) => `${JSON.stringify(key)}: {${places.map((at) => `...texts${at}`).join()}}`,
  )
  return `${lines.join('\n')}\nexport default {${rows.join()}}`
}
