// The pages of the documents' site in the order in which a newcomer reads them, and which file of the checkout each one is.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

export type Language = 'en' | 'ja'
/** `source`: path in the checkout; `path`: on the site, with `.md` as VitePress names pages; `name`: in the sidebar. */
export type Page = { source: string; path: string; name: string; language: Language }
export type Group = { name: string; pages: Page[]; isCollapsed?: boolean }

const root = join(import.meta.dirname, '..', '..')
const DECISIONS = 'docs/decisions'

/** Source, path on the site, and the name where the heading of the file is not it. */
type Row = [source: string, path: string, name?: string]

const ENGLISH: Record<string, Row[]> = {
  Start: [
    ['README.md', 'index.md', 'Start'],
    ['docs/running.md', 'running.md'],
    ['docs/settings.md', 'settings.md'],
  ],
  'For staff and directors': [
    ['docs/manual/en.md', 'manual.md', 'User manual'],
    ['docs/manual/director-en.md', 'director.md', 'For directors'],
    ['CHANGELOG.md', 'changes.md', 'What is new'],
  ],
  'How it is made': [
    ['docs/domain.md', 'domain.md'],
    ['docs/glossary.md', 'glossary.md'],
    ['docs/architecture.md', 'architecture.md'],
    ['docs/data-model.md', 'data-model.md'],
    ['docs/requirements.md', 'requirements.md'],
    ['docs/departures.md', 'departures.md'],
  ],
  'How well it works': [
    ['docs/detection.md', 'detection.md'],
    ['docs/reliability.md', 'reliability.md'],
    ['docs/scale.md', 'scale.md'],
    ['bench/README.md', 'bench.md'],
  ],
  'Work on it': [
    ['CONTRIBUTING.md', 'contributing.md'],
    ['docs/testing.md', 'testing.md'],
    ['SECURITY.md', 'security.md'],
    ['docs/README.md', 'documents.md', 'All documents'],
  ],
}

const JAPANESE: Record<string, Row[]> = {
  施設の方へ: [
    ['docs/site/ja.md', 'ja/index.md', 'はじめに'],
    ['docs/manual/ja.md', 'ja/manual.md', '操作マニュアル'],
    ['docs/manual/director-ja.md', 'ja/director.md', '施設長の方へ'],
    ['docs/manual/changes-ja.md', 'ja/changes.md', '新しくなったこと'],
  ],
}

/** The sidebar of a language. The decisions are those that there are. */
export function groupsOf(language: Language): Group[] {
  const groups = Object.entries(language === 'en' ? ENGLISH : JAPANESE).map(([name, rows]) => ({
    name,
    pages: rows.map((row) => pageOf(row, language)),
  }))
  return language === 'en' ? [...groups, { name: 'Decisions', pages: decisions(), isCollapsed: true }] : groups
}

/** Every page in both languages. */
export const PAGES: readonly Page[] = (['en', 'ja'] as const).flatMap((language) =>
  groupsOf(language).flatMap(({ pages }) => pages),
)

function decisions(): Page[] {
  const files = readdirSync(join(root, DECISIONS)).filter((name) => name.endsWith('.md'))
  return files.toSorted().map((name) => pageOf([`${DECISIONS}/${name}`, `decisions/${name}`], 'en'))
}

function pageOf([source, path, name]: Row, language: Language): Page {
  return { source, path, name: name ?? headingOf(source), language }
}

function headingOf(source: string): string {
  const [, heading] = /^# (.+)$/m.exec(readFileSync(join(root, source), 'utf8')) ?? []
  if (heading === undefined) throw new Error(`${source} has no heading.`)
  return heading
}

const bySource = new Map(PAGES.map((page) => [page.source, page]))

/**
 * Where a link in `source` leads on the site, from its root, with its anchor; null for a file that is no page. A folder means its
 * first page. Throws when nothing of the checkout has that name, so a dead link ends the build.
 */
export function placeOf(source: string, link: string): string | null {
  const [path, anchor] = link.split('#') as [string, string?]
  const target = path === '' ? source : posix.join(posix.dirname(source), decodeURI(path)).replace(/\/$/, '')
  const page = bySource.get(target) ?? PAGES.find((one) => one.source.startsWith(`${target}/`))
  if (page) return `/${page.path}${anchor === undefined ? '' : `#${anchor}`}`
  if (target.startsWith('..') || !existsSync(join(root, target))) throw new Error(`${source}: ${link} leads nowhere.`)
  return null
}
