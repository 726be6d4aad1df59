/**
 * Vite plugin: `virtual:texts` holds a download for each language and group of texts; `virtual:every-language/<file>`
 * holds one file in all languages, for the few words that no page can wait for.
 */
import { join } from 'node:path'
import { LOCALE_CODES } from '@mimamori/contract/languages/locales.ts'
import { NAMESPACES, TEXT_GROUPS, type TextGroup } from '@mimamori/contract/languages/text-groups.ts'
import type { Plugin } from 'vite'

const ID = 'virtual:texts'
const EVERY = 'virtual:every-language/'
const LANGUAGES = join(import.meta.dirname, '../../contract/src/languages')

/** `locales` and `folder` are the product's unless a test brings a language of its own. */
export function texts(locales: readonly string[] = LOCALE_CODES, folder = LANGUAGES): Plugin {
  const fileOf = (locale: string, file: string) => JSON.stringify(join(folder, locale, `${file}.json`))
  return {
    name: 'texts',
    resolveId: (id) => (id.startsWith(ID) || id.startsWith(EVERY) ? `\0${id}` : undefined),
    load: (id) => {
      if (id === `\0${ID}`) return loaders(locales)
      const [locale = '', group = ''] = id.slice(ID.length + 2).split('/')
      if (id.startsWith(`\0${ID}/`)) return groupOf(group as TextGroup, (file) => fileOf(locale, file))
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
    const downloads = Object.keys(TEXT_GROUPS).map(
      (group) => `${JSON.stringify(group)}: () => import('${ID}/${locale}/${group}').then((it) => it.default)`,
    )
    return `${JSON.stringify(locale)}: {${downloads.join()}}`
  })
  return `export const loaders = {${rows.join()}}`
}

const groupOf = (group: TextGroup, fileOf: (file: string) => string) =>
  imports(TEXT_GROUPS[group], fileOf, (file) => NAMESPACES[file] ?? file)

function imports(names: readonly string[], fileOf: (name: string) => string, keyOf: (name: string) => string): string {
  const lines = names.map((name, at) => `import texts${at} from ${fileOf(name)}`)
  const rows = names.map((name, at) => `${JSON.stringify(keyOf(name))}: texts${at}`)
  return `${lines.join('\n')}\nexport default {${rows.join()}}`
}
