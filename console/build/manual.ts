/** Vite plugin: the user manual of docs/manual as one page per language, like /manual/en.html. GEN-05. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type words from '@mimamori/contract/languages/en/manual.json'
import { LOCALE_CODES, LOCALES, type Locale } from '@mimamori/contract/languages/locales.ts'
import { Marked, type Tokens } from 'marked'
import type { Plugin } from 'vite'

const SOURCES = join(import.meta.dirname, '..', '..', 'docs', 'manual')
const STYLES = join(import.meta.dirname, 'manual.css')
const PATH = new RegExp(`^/manual/(${LOCALE_CODES.join('|')})\\.html$`)
const TEXTS = join(import.meta.dirname, '..', '..', 'contract', 'src', 'languages')

export function manual(): Plugin {
  return {
    name: 'manual',
    configureServer: ({ middlewares }) => {
      middlewares.use((request, answer, next) => {
        const [, language] = PATH.exec(request.url ?? '') ?? []
        if (language) void manualPage(language as Locale).then((page) => answer.end(page), next)
        else if (request.url === '/manual/manual.css') void readFile(STYLES).then((css) => answer.end(css), next)
        else next()
      })
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'manual/manual.css', source: await readFile(STYLES) })
      for (const language of LOCALE_CODES) {
        this.emitFile({ type: 'asset', fileName: `manual/${language}.html`, source: await manualPage(language) })
      }
    },
  }
}

/** The whole page: a table of contents of its chapters, then the text. It runs no script. */
export async function manualPage(language: Locale): Promise<string> {
  const { html, title, chapters } = await rendered(language)
  const { contents } = JSON.parse(await readFile(join(TEXTS, language, 'manual.json'), 'utf8')) as typeof words
  const others = LOCALE_CODES.filter((each) => each !== language).map(
    (each) => `<a class="language" href="${each}.html" lang="${each}" hreflang="${each}">${LOCALES[each].name}</a>`,
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
<nav aria-label="${contents}">
${others.join('\n')}
<strong>${contents}</strong>
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

/** Chapters have the same ids in every language, so that a link survives the change of language. */
async function rendered(language: Locale): Promise<{ html: string; title: string; chapters: Chapter[] }> {
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
  const html = await marked.parse(await readFile(join(SOURCES, `${language}.md`), 'utf8'))
  return { html, title, chapters }
}
