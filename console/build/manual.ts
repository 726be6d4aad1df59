/** Vite plugin: the user manual of docs/manual as one page per language, /manual/en.html and /manual/ja.html. GEN-05. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { locale } from '@mimamori/contract/identity/session.ts'
import { Marked, type Tokens } from 'marked'
import type { Plugin } from 'vite'

/** Those that a user can choose. */
export const LANGUAGES = locale.options
export type Language = (typeof LANGUAGES)[number]
const SOURCES = join(import.meta.dirname, '..', '..', 'docs', 'manual')
const STYLES = join(import.meta.dirname, 'manual.css')
const PATH = /^\/manual\/(en|ja)\.html$/
/** What stands around the text. */
const FRAME: Record<Language, { contents: string; other: string }> = {
  en: { contents: 'Contents', other: '日本語' },
  ja: { contents: '目次', other: 'English' },
}

export function manual(): Plugin {
  return {
    name: 'manual',
    configureServer: ({ middlewares }) => {
      middlewares.use((request, answer, next) => {
        const [, language] = PATH.exec(request.url ?? '') ?? []
        if (language) void manualPage(language as Language).then((page) => answer.end(page), next)
        else if (request.url === '/manual/manual.css') void readFile(STYLES).then((css) => answer.end(css), next)
        else next()
      })
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'manual/manual.css', source: await readFile(STYLES) })
      for (const language of LANGUAGES) {
        this.emitFile({ type: 'asset', fileName: `manual/${language}.html`, source: await manualPage(language) })
      }
    },
  }
}

/** The whole page: a table of contents of its chapters, then the text. It runs no script. */
export async function manualPage(language: Language): Promise<string> {
  const { html, title, chapters } = await rendered(language)
  const { contents, other } = FRAME[language]
  const otherLanguage = LANGUAGES.find((each) => each !== language)!
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
<a class="language" href="${otherLanguage}.html" lang="${otherLanguage}" hreflang="${otherLanguage}">${other}</a>
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
async function rendered(language: Language): Promise<{ html: string; title: string; chapters: Chapter[] }> {
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
