// The pages of the documents' site in reading order, each with its file in the checkout.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

export type Language = 'en' | 'ja'
/** `source`: path in the checkout; `path`: on the site, with `.md` as in VitePress; `name`: in the sidebar. */
export type Page = { source: string; path: string; name: string; language: Language }
export type Group = { name: string; pages: Page[]; isCollapsed?: boolean }

const root = join(import.meta.dirname, '..', '..')
const DECISIONS = 'docs/decisions'

/** Source, path on the site, and the name if it is not the heading of the file. */
type Row = [source: string, path: string, name?: string]

const ENGLISH: Record<string, Row[]> = {
  Start: [
    ['README.md', 'index.md', 'Start'],
    ['docs/README.md', 'documents.md', 'All documents'],
    ['docs/scope.md', 'scope.md'],
    ['docs/glossary.md', 'glossary.md'],
  ],
  'Run it': [
    ['docs/running/install.md', 'running/install.md'],
    ['docs/running/network.md', 'running/network.md'],
    ['docs/running/several-machines.md', 'running/several-machines.md'],
    ['docs/running/upgrade.md', 'running/upgrade.md'],
    ['docs/running/backup.md', 'running/backup.md'],
    ['docs/running/troubleshooting.md', 'running/troubleshooting.md'],
    ['docs/settings.md', 'settings.md'],
    ['docs/security.md', 'threats.md'],
  ],
  'For staff and directors': [
    ['docs/manual/en.md', 'manual.md', 'User manual'],
    ['docs/manual/director-en.md', 'director.md', 'For directors'],
    ['CHANGELOG.md', 'changes.md', 'What is new'],
  ],
  'How it works': [
    ['docs/requirements.md', 'requirements.md'],
    ['docs/domain.md', 'domain.md'],
    ['docs/departures.md', 'departures.md'],
    ['docs/cameras.md', 'cameras.md'],
    ['docs/detection.md', 'detection.md'],
    ['docs/detection-results.md', 'detection-results.md'],
    ['docs/reliability.md', 'reliability.md'],
    ['docs/browsers.md', 'browsers.md'],
  ],
  'Work on it': [
    ['CONTRIBUTING.md', 'contributing.md'],
    ['docs/architecture.md', 'architecture.md'],
    ['docs/data-model.md', 'data-model.md'],
    ['docs/api.md', 'api.md'],
    ['docs/testing.md', 'testing.md'],
    ['bench/README.md', 'bench.md'],
    ['SECURITY.md', 'security.md', 'Report a vulnerability'],
  ],
}

const JAPANESE: Record<string, Row[]> = {
  施設の方へ: [
    ['docs/site/ja.md', 'ja/index.md', 'はじめに'],
    ['docs/manual/ja.md', 'ja/manual.md', '操作マニュアル'],
    ['docs/manual/director-ja.md', 'ja/director.md', '施設長の方へ'],
    ['docs/manual/install-ja.md', 'ja/install.md', '導入ガイド'],
    ['docs/manual/changes-ja.md', 'ja/changes.md', '新しくなったこと'],
  ],
}

/** The sidebar of a language, with every decision of the folder. */
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
  const files = readdirSync(join(root, DECISIONS)).filter((name) => /^\d+.*\.md$/.test(name))
  const index: Row = [`${DECISIONS}/README.md`, 'decisions/index.md', 'All decisions']
  const rows = files.toSorted().map((name): Row => [`${DECISIONS}/${name}`, `decisions/${name}`])
  return [index, ...rows].map((row) => pageOf(row, 'en'))
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
 * The target of a link in `source` on the site, from its root, with its anchor; null for a file without a page. A folder means
 * its first page. Throws if the checkout has no such file, so that a dead link fails the build.
 */
export function placeOf(source: string, link: string): string | null {
  const [path, anchor] = link.split('#') as [string, string?]
  const target = path === '' ? source : posix.join(posix.dirname(source), decodeURI(path)).replace(/\/$/, '')
  const page = bySource.get(target) ?? PAGES.find((one) => one.source.startsWith(`${target}/`))
  if (page) return `/${page.path}${anchor === undefined ? '' : `#${anchor}`}`
  if (target.startsWith('..') || !existsSync(join(root, target))) throw new Error(`${source}: ${link} leads nowhere.`)
  return null
}
