/**
 * Vite plugin: a browser older than the list gets a page that says what to do, in every language. Its script runs before the
 * console's and in every browser, so it is written in the JavaScript of 2009; where all is well it does nothing.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type words from '@mimamori/contract/languages/en/old-browser.json'
import { fill, LOCALE_CODES, LOCALES, type Locale } from '@mimamori/contract/languages/locales.ts'
import type { Plugin } from 'vite'
import { oldestBrowsers } from './browsers.ts'

const NAME = 'old-browser.js'
const SCRIPT = join(import.meta.dirname, 'old-browser-page.js')
const TEXTS = join(import.meta.dirname, '..', '..', 'contract', 'src', 'languages')

export function oldBrowser(): Plugin {
  return {
    name: 'old-browser',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'asset', name: NAME, source: oldBrowserScript() })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) => {
        const file = Object.values(bundle).find(
          ({ type, fileName }) => type === 'asset' && /old-browser-/.test(fileName),
        )
        if (!file) throw new Error(`${NAME} is not in the build`)
        return [
          { tag: 'script', attrs: { src: `/${file.fileName}`, defer: true }, injectTo: 'head-prepend' },
          { tag: 'noscript', children: noScript(), injectTo: 'body' },
        ]
      },
    },
  }
}

/** The script with the texts of all languages in place of its own name for them. */
function oldBrowserScript(): string {
  const versions = Object.fromEntries(oldestBrowsers.map(({ name, version }) => [name, version]))
  const pages = LOCALE_CODES.map((locale) => {
    const { title, text, help } = wordsOf(locale)
    return { lang: LOCALES[locale].tag, title, lines: [fill(text, versions), help] }
  })
  // As ASCII: an old browser may take the file for another encoding.
  const ascii = JSON.stringify(pages).replace(
    /[^\0-\x7f]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return readFileSync(SCRIPT, 'utf8').replace('__PAGES__', () => ascii)
}

function noScript(): { tag: string; attrs: { lang: string }; children: string }[] {
  return LOCALE_CODES.map((locale) => ({
    tag: 'p',
    attrs: { lang: LOCALES[locale].tag },
    children: wordsOf(locale)['no-script'],
  }))
}

function wordsOf(locale: Locale): typeof words {
  return JSON.parse(readFileSync(join(TEXTS, locale, 'old-browser.json'), 'utf8')) as typeof words
}
