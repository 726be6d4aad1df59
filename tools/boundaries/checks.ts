// The boundary checks: each takes the parsed files and returns one message per error, including the remedy.
import { brokenArrow } from './arrows.ts'
import { readSourceFile, type SourceFile } from './source-file.ts'
import { type FileMap, type ImportMaps, resolveImport } from './source-tree.ts'

/** Limits in lines, for a folder in files; a React component has its own limit. */
const LIMITS = { file: 400, function: 60, component: 100, folder: 25 }

/** The parsed files with their imports resolved to paths of the checkout, `node:` modules and packages. */
export type Source = SourceFile & { targets: { path: string; line: number; isType: boolean }[] }

/** Parses every file of the map. */
export function readSources(files: FileMap, maps: ImportMaps): Source[] {
  return Object.entries(files).map(([path, text]) => {
    const file = readSourceFile(path, text)
    const targets = file.imports.map(({ specifier, line, isType }) => ({
      path: resolveImport(path, specifier, maps),
      line,
      isType,
    }))
    return { ...file, targets }
  })
}

/** Imports that violate the layering. */
export function findBrokenArrows(sources: Source[]): string[] {
  return sources.flatMap((source) =>
    source.targets.flatMap((target) => {
      const arrow = brokenArrow(source.path, target.path)
      return arrow ? [`${source.path}:${target.line} imports ${target.path}: ${arrow.wayOut}`] : []
    }),
  )
}

/** Import cycles, one message per cycle with all its files. Type-only imports count as well. */
export function findCycles(sources: Source[]): string[] {
  const graph = new Map(sources.map((source) => [source.path, source.targets.map((target) => target.path)]))
  const finished = new Set<string>()
  const cycles: string[] = []
  const visit = (path: string, trail: string[]) => {
    const seenAt = trail.indexOf(path)
    if (seenAt !== -1) {
      const cycle = [...trail.slice(seenAt), path].join(' -> ')
      cycles.push(`${cycle}: move what both need into a file of its own`)
    }
    if (seenAt !== -1 || finished.has(path)) return
    for (const next of graph.get(path) ?? []) if (graph.has(next)) visit(next, [...trail, path])
    finished.add(path)
  }
  for (const path of graph.keys()) visit(path, [])
  return cycles
}

/** Folders beside each other of which each imports from the other; what only tests import does not count. */
export function findTwoWayFolders(sources: Source[]): string[] {
  const paths = new Set(sources.map((source) => source.path))
  const example = new Map<string, string>()
  for (const source of sources.filter(({ path }) => !isTest(path))) {
    for (const target of source.targets.filter(({ path }) => paths.has(path) && !isTest(path))) {
      const pair = siblings(source.path, target.path)
      if (pair) example.set(pair.join(' -> '), `${source.path}:${target.line}`)
    }
  }
  return [...example].flatMap(([pair, place]) => {
    const [from, to] = pair.split(' -> ') as [string, string]
    if (from > to || !example.has(`${to} -> ${from}`)) return []
    const back = example.get(`${to} -> ${from}`)
    return [`${from} and ${to} import each other (${place}, ${back}): move what both need into one of them`]
  })
}

/** The two folders in which the ways to two files part; undefined where one of the files is in a folder above the other. */
function siblings(one: string, other: string): [string, string] | undefined {
  const [a, b] = [one.split('/').slice(0, -1), other.split('/').slice(0, -1)]
  const parting = a.findIndex((name, i) => name !== b[i])
  if (parting === -1 || parting >= b.length) return undefined
  return [a.slice(0, parting + 1).join('/'), b.slice(0, parting + 1).join('/')]
}

/** Files, functions and components above the limits. In tests only the file's own length counts. */
export function findOversize(sources: Source[]): string[] {
  return sources.flatMap((source) => {
    const found: string[] = []
    if (source.lineCount > LIMITS.file) {
      found.push(`${source.path} has ${source.lineCount} lines of ${LIMITS.file}: split it by what changes together`)
    }
    if (isTest(source.path)) return found
    for (const { name, line, lineCount, isComponent } of source.functions) {
      const limit = isComponent ? LIMITS.component : LIMITS.function
      if (lineCount <= limit) continue
      const wayOut = isComponent ? 'take a part of the page out as its own component' : 'name its steps as functions'
      found.push(`${source.path}:${line} ${name} has ${lineCount} lines of ${limit}: ${wayOut}`)
    }
    return found
  })
}

/** Folders with more files than the limit, including style sheets. A test counts with its file. */
export function findCrowdedFolders(paths: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const path of paths) {
    if (/\.(test|spec)\.tsx?$/.test(path) && !path.startsWith('e2e/')) continue
    const folder = path.slice(0, path.lastIndexOf('/'))
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > LIMITS.folder)
    .map(
      ([folder, count]) =>
        `${folder} has ${count} files of ${LIMITS.folder}: go down into folders by what belongs together`,
    )
}

/** Folders and files with a meaningless name. */
export function findNamesWithoutMeaning(sources: Source[]): string[] {
  return sources
    .filter((source) => /(^|\/)(utils?|helpers?|common|types?|misc)(\/|\.tsx?$)/.test(source.path))
    .map((source) => `${source.path}: say the noun, then the role`)
}

/** Files that do not begin with a descriptive sentence; in tests the titles describe the file. */
export function findWithoutOpening(sources: Source[]): string[] {
  return sources
    .filter((source) => !isTest(source.path) && (source.opening ?? '').length < 10)
    .map((source) => `${source.path}: begin the file with one sentence that says what it is`)
}

/** Tests, and helpers of tests. */
const TEST = /^e2e\/|\.(test|gallery)\.tsx?$|\/testing([-./]|$)/
const MAY_READ_ENVIRONMENT =
  /^((service|hub)\/src\/((launcher\/)?main|config|platform\/config)\.ts|service\/src\/seed\/main\.ts|(tools|bench)\/.*|.*\/vite(st)?\.config\.ts)$/
const MUST_TAKE_THE_CLOCK = /^(service|hub)\/src\/(?!platform\/clock\.ts$)/

/** Reads of the environment outside the programs' start, and of the clock outside platform/clock.ts. */
export function findHiddenInputs(sources: Source[]): string[] {
  return sources.flatMap((source) =>
    source.reads.flatMap(({ what, line }) => {
      if (isTest(source.path)) return []
      if (what === 'environment' && !MAY_READ_ENVIRONMENT.test(source.path)) {
        return [`${source.path}:${line} reads process.env: only main reads it; take the value as an argument`]
      }
      if (what === 'clock' && MUST_TAKE_THE_CLOCK.test(source.path)) {
        return [`${source.path}:${line} reads the clock: take now from platform/clock.ts, so that tests can move time`]
      }
      return []
    }),
  )
}

const MUST_TAKE_FORMATS = /^(?!contract\/src\/shared\/intl-format\.ts$)(contract|service|hub|console)\/src\//

/** Date and number formats that are created where they are used: at each call, for each row. */
export function findFormats(sources: Source[]): string[] {
  return sources
    .filter((source) => MUST_TAKE_FORMATS.test(source.path) && !isTest(source.path))
    .flatMap((source) =>
      source.reads
        .filter(({ what }) => what === 'format')
        .map(
          ({ line }) =>
            `${source.path}:${line} makes a format: take it from contract/src/shared/intl-format.ts, once made`,
        ),
    )
}

const MUST_DOCUMENT =
  /^(contract\/src|service\/src\/(platform|shared)|hub\/src\/(detectors|mp4|platform|rtsp|uplink|vision)|console\/src\/ui)\//

/** Exported functions of the shared folders without a docstring. */
export function findUndocumented(sources: Source[]): string[] {
  return sources
    .filter((source) => MUST_DOCUMENT.test(source.path) && !isTest(source.path))
    .flatMap((source) =>
      source.undocumented.map(
        ({ name, line }) =>
          `${source.path}:${line} ${name} has no docstring: say what its type cannot (units, ranges, errors)`,
      ),
    )
}

function isTest(path: string): boolean {
  return TEST.test(path)
}
