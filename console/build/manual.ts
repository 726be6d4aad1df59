/**
 * Vite plugin: the user manual of docs/manual as one page per language, such as /manual/en.html, a page for directors, and
 * a changelog. GEN-05.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { shareInterval } from '@mimamori/contract/insight/intervals.ts'
import type words from '@mimamori/contract/languages/en/manual.json'
import { DEFAULT_LOCALE, fill, LOCALE_CODES, LOCALES, type Locale } from '@mimamori/contract/languages/locales.ts'
import { Marked, type Tokens } from 'marked'
import type { Plugin } from 'vite'

const SOURCES = join(import.meta.dirname, '..', '..', 'docs', 'manual')
const STYLES = join(import.meta.dirname, 'manual.css')
/** The changelog in the default language, which the repository shows as well. */
const CHANGELOG = join(import.meta.dirname, '..', '..', 'CHANGELOG.md')
const PREFIXES = ['', 'director-', 'changes-'] as const
/** `director-`: the page for the director of a home; `changes-`: the changelog, by version. */
type Prefix = (typeof PREFIXES)[number]
const PATH = new RegExp(`^/manual/(director-|changes-)?(${LOCALE_CODES.join('|')})\\.html$`)
const FIGURES = join(import.meta.dirname, '..', '..', 'docs', 'detection-figures.json')
const TEXTS = join(import.meta.dirname, '..', '..', 'contract', 'src', 'languages')

export function manual(): Plugin {
  return {
    name: 'manual',
    configureServer: ({ middlewares }) => {
      middlewares.use((request, answer, next) => {
        const [, prefix = '', language] = PATH.exec(request.url ?? '') ?? []
        if (language) void manualPage(language as Locale, prefix as Prefix).then((page) => answer.end(page), next)
        else if (request.url === '/manual/manual.css') void readFile(STYLES).then((css) => answer.end(css), next)
        else next()
      })
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'manual/manual.css', source: await readFile(STYLES) })
      for (const language of LOCALE_CODES) {
        for (const prefix of PREFIXES) {
          const source = await manualPage(language, prefix)
          this.emitFile({ type: 'asset', fileName: `manual/${prefix}${language}.html`, source })
        }
      }
    },
  }
}

/** The complete page: a table of contents, then the text. It has no scripts. */
export async function manualPage(language: Locale, prefix: Prefix = ''): Promise<string> {
  const { html, title, chapters } = await rendered(language, prefix)
  const texts = JSON.parse(await readFile(join(TEXTS, language, 'manual.json'), 'utf8')) as typeof words
  const others = LOCALE_CODES.filter((each) => each !== language).map(
    (each) =>
      `<a class="language" href="${prefix}${each}.html" lang="${each}" hreflang="${each}">${LOCALES[each].name}</a>`,
  )
  const names = { '': texts.manual, 'director-': texts.director, 'changes-': texts.changes }
  const otherPages = PREFIXES.filter((each) => each !== prefix).map(
    (each) => `<a class="language" href="${each}${language}.html">${names[each]}</a>`,
  )
  const links = chapters.map(({ id, text }) => `<li><a href="#${id}">${text}</a></li>`).join('\n')
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="manual.css">
</head>
<body>
<nav aria-label="${texts.contents}">
${others.join('\n')}
${otherPages.join('\n')}
<strong>${texts.contents}</strong>
<ol>
${links}
</ol>
</nav>
<main>
${html}</main>
</body>
</html>
`
}

type Chapter = { id: string; text: string }

/** Chapters have the same ids in every language, so that a link works after a change of language. */
async function rendered(
  language: Locale,
  prefix: Prefix,
): Promise<{ html: string; title: string; chapters: Chapter[] }> {
  const chapters: Chapter[] = []
  let title = ''
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const text = this.parser.parseInline(tokens)
        if (depth === 1) title = text
        if (depth !== 2) return `<h${depth}>${text}</h${depth}>\n`
        const id = `chapter-${chapters.length + 1}`
        chapters.push({ id, text })
        return `<h2 id="${id}">${text}</h2>\n`
      },
    },
  })
  const isChangelog = prefix === 'changes-' && language === DEFAULT_LOCALE
  const source = await readFile(isChangelog ? CHANGELOG : join(SOURCES, `${prefix}${language}.md`), 'utf8')
  const html = await marked.parse(prefix === 'director-' ? fill(source, await directorFigures()) : source)
  return { html, title, chapters }
}

/** The measured figures on the page for directors, with the 95 % interval of the falls in outside clips. REAL-01. */
export async function directorFigures(): Promise<Record<string, number>> {
  const measured = JSON.parse(await readFile(FIGURES, 'utf8')) as Record<string, number> &
    Record<'outsideFalls' | 'outsideFound', number>
  const [least, most] = shareInterval(measured.outsideFound, measured.outsideFalls)
  return { ...measured, outsideLeastPercent: Math.floor(100 * least), outsideMostPercent: Math.ceil(100 * most) }
}
