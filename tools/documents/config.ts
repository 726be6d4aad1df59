// The configuration of VitePress: pages, languages, search, and ignored files. docs/site/.vitepress/config.ts imports it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { directorFigures } from '../../console/build/manual.ts'
import { anchorOf, changeMarkdown, type MarkdownIt } from './markdown.ts'
import { groupsOf, type Language, PAGES } from './pages.ts'
import { searchWords } from './search-words.ts'
import { JAPANESE_SEARCH, JAPANESE_TEXTS } from './texts-ja.ts'

const root = join(import.meta.dirname, '..', '..')
const SITE = join(root, 'docs', 'site')

/** In VitePress's format, without defaults. */
export async function siteConfig() {
  const figures = await directorFigures()
  return {
    title: 'Mimamori',
    description: 'Camera and alert console for care facilities',
    srcDir: root,
    srcExclude: filesThatAreNoPages(),
    rewrites: Object.fromEntries(PAGES.map(({ source, path }) => [source, path])),
    outDir: join(SITE, 'dist'),
    cacheDir: join(SITE, 'node_modules', '.cache'),
    head: [['link', { rel: 'icon', href: iconAddress() }]],
    locales: {
      root: { label: 'English', lang: 'en', themeConfig: themeOf('en') },
      ja: { label: '日本語', lang: 'ja', link: '/ja/', themeConfig: { ...themeOf('ja'), ...JAPANESE_TEXTS } },
    },
    themeConfig: {
      // Most pages are in one language: a switch of language opens the other one's first page.
      i18nRouting: false,
      outline: [2, 3],
      search: { provider: 'local', options: searchOptions() },
    },
    markdown: {
      anchor: { slugify: anchorOf },
      config: (md: MarkdownIt) => changeMarkdown(md, figures),
    },
    vite: {
      // The checkout also has a console, databases and releases, which are not part of the site.
      plugins: [sameIndexForBoth()],
      optimizeDeps: { entries: [] },
      server: { host: '127.0.0.1', watch: { ignored: ['**/{.data,dist,release,test-results,reports}/**'] } },
    },
  }
}

function themeOf(language: Language) {
  return {
    sidebar: groupsOf(language).map(({ name, pages, isCollapsed }) => ({
      text: name,
      ...(isCollapsed !== undefined && { collapsed: isCollapsed }),
      items: pages.map((page) => ({ text: page.name, link: `/${page.path.replace(/(index)?\.md$/, '')}` })),
    })),
  }
}

function searchOptions() {
  return {
    locales: { ja: { translations: JAPANESE_SEARCH } },
    miniSearch: {
      options: { tokenize: searchWords },
      // All words must match; a Japanese word is split into pairs of characters.
      searchOptions: { combineWith: 'AND' },
    },
  }
}

/** One index for both languages: VitePress sorts pages by file path, and all words are tokenized the same way. */
function sameIndexForBoth() {
  return {
    name: 'same-index-for-both',
    transform: (code: string, id: string) =>
      id === '/@localSearchIndex' ? code.replace(/}\s*$/, ",'ja': () => import('@localSearchIndexroot')}") : undefined,
  }
}

/** Patterns of other files that VitePress would treat as pages. */
function filesThatAreNoPages(): string[] {
  const folders = readdirSync(root, { withFileTypes: true }).filter((one) => one.isDirectory() && one.name !== 'docs')
  const sources = PAGES.map(({ source }) => source)
  const beside = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((name) => `docs/${name.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.md') && !path.includes('node_modules') && !sources.includes(path))
  const whole = folders.map(({ name }) => name).filter((name) => !sources.some((path) => path.startsWith(`${name}/`)))
  return [...whole.map((name) => `${name}/**`), ...beside]
}

/** The icon as data URL, so that it works below any path. */
function iconAddress(): string {
  const icon = readFileSync(join(root, 'console', 'public', 'favicon.svg'), 'utf8')
  return `data:image/svg+xml,${encodeURIComponent(icon)}`
}
