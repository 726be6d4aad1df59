// Boundary checks: imports, cycles, sizes, names, hidden inputs and docstrings, on the real tree and on planted errors.
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  findBrokenArrows,
  findCrowdedFolders,
  findCycles,
  findFormats,
  findHiddenInputs,
  findNamesWithoutMeaning,
  findOversize,
  findTwoWayFolders,
  findUndocumented,
  findWithoutOpening,
  readSources,
} from './boundaries/checks.ts'
import { type FileMap, listFiles, readImportMaps, readSourceTree } from './boundaries/source-tree.ts'

/** Permanent exceptions, each with its reason. An exception that is no longer needed fails as well. */
const EXCEPTIONS: { error: RegExp; because: string }[] = [
  {
    error: /^tools\/types\.ts: say the noun/,
    because: 'it is what `npm run types` runs: it checks types, it holds none',
  },
]

const root = join(import.meta.dirname, '..')
const maps = readImportMaps(root)
const sources = readSources(readSourceTree(root), maps)

describe('the source tree', () => {
  const checks = {
    'imports only along the arrows': findBrokenArrows,
    'has no import cycle': findCycles,
    'has no two folders that import each other': findTwoWayFolders,
    'keeps files, functions and components small': findOversize,
    'has no folder or file without a meaning': findNamesWithoutMeaning,
    'says in the first line of each file what it is': findWithoutOpening,
    'reads environment and clock in one place only': findHiddenInputs,
    'makes formats of dates and numbers in one place only': findFormats,
    'says of every shared function what its type cannot': findUndocumented,
  }
  for (const [title, check] of Object.entries(checks)) {
    test(title, () => {
      expect(check(sources).filter((error) => !EXCEPTIONS.some((one) => one.error.test(error)))).toEqual([])
    })
  }

  test('has no folder with too many files', () => {
    expect(findCrowdedFolders(listFiles(root, /\.(tsx?|css)$/))).toEqual([])
  })

  test('has no unused exception', () => {
    const errors = Object.values(checks).flatMap((check) => check(sources))
    expect(EXCEPTIONS.filter((one) => !errors.some((error) => one.error.test(error)))).toEqual([])
  })
})

describe('boundary checks find a planted error', () => {
  const plant = (files: FileMap) => readSources(files, maps)
  const pointsAt = (found: string[]) => found.map((message) => message.split(': ')[0])

  test('an import between nouns, from platform up, from the contract or from pure code', () => {
    const found = findBrokenArrows(
      plant({
        'service/src/alerting/alert/alert.routes.ts':
          "import { a } from '../../camera/camera/camera.queries.ts'\nimport 'fastify'",
        'service/src/platform/http/http.ts': "import { b } from '#service/alerting/alert/alert.routes.ts'",
        'service/src/alerting/alert/alert.jobs.ts':
          "import { c } from '#platform/work/jobs.ts'\nimport { z } from 'zod'",
        'contract/src/alerting/alert.ts': "import fs from 'node:fs'\nimport { z } from 'zod'",
        'hub/src/detectors/fall.ts':
          "import { now } from '#platform/clock.ts'\nimport '@mimamori/contract/camera/apps.ts'",
        'console/src/ui/layout/card.tsx': "export { x } from '../../alerting/alert/list/alert-card.tsx'",
        'console/src/lib/service/api.ts': "const page = await import('#app/route/routes.tsx')",
        'console/src/site/unit/unit-list-page.tsx': "import type { T } from '../../camera/camera/camera-queries.ts'",
        'hub/src/main.ts': "import { s } from '@mimamori/service/app.ts'",
      }),
    )
    expect(pointsAt(found)).toEqual([
      'service/src/alerting/alert/alert.routes.ts:1 imports service/src/camera/camera/camera.queries.ts',
      'service/src/alerting/alert/alert.routes.ts:2 imports package:fastify',
      'service/src/platform/http/http.ts:1 imports service/src/alerting/alert/alert.routes.ts',
      'contract/src/alerting/alert.ts:1 imports node:fs',
      'hub/src/detectors/fall.ts:1 imports hub/src/platform/clock.ts',
      'console/src/ui/layout/card.tsx:1 imports console/src/alerting/alert/list/alert-card.tsx',
      'console/src/lib/service/api.ts:1 imports console/src/app/route/routes.tsx',
      'console/src/site/unit/unit-list-page.tsx:1 imports console/src/camera/camera/camera-queries.ts',
      'hub/src/main.ts:1 imports service/src/app.ts',
    ])
    expect(found[0]).toContain('nouns meet in SQL joins')
  })

  test('sibling folders that import each other, but not a folder and its parent', () => {
    const found = findTwoWayFolders(
      plant({
        'hub/src/pipeline/live/feed.ts': "import { r } from '../record/ring.ts'\nimport { f } from '../flow.ts'",
        'hub/src/pipeline/record/ring.ts': "import { m } from '../live/deep/message.ts'",
        'hub/src/pipeline/live/deep/message.ts': '',
        'hub/src/pipeline/flow.ts': "import { feed } from './live/feed.ts'",
        'hub/src/pipeline/record/ring.test.ts': "import { w } from '../worker/worker.ts'",
        'hub/src/pipeline/worker/worker.ts': "import { r } from '../record/ring.ts'",
      }),
    )
    expect(found).toHaveLength(1)
    expect(found[0]).toContain('hub/src/pipeline/live and hub/src/pipeline/record import each other')
  })

  test('a cycle over three files', () => {
    const found = findCycles(
      plant({
        'contract/src/a.ts': "import './b.ts'",
        'contract/src/b.ts': "import '@mimamori/contract/c.ts'",
        'contract/src/c.ts': "export * from './a.ts'",
        'contract/src/d.ts': "import './a.ts'",
      }),
    )
    expect(pointsAt(found)).toEqual([
      'contract/src/a.ts -> contract/src/b.ts -> contract/src/c.ts -> contract/src/a.ts',
    ])
  })

  test('a long file, a long function and a long component, but no function of exactly the limit', () => {
    const body = (lines: number) => Array.from({ length: lines }, () => '  f()').join('\n')
    const found = findOversize(
      plant({
        'service/src/long.ts': body(401),
        'service/src/exact.ts': `export function exact() {\n${body(58)}\n}`,
        'service/src/one-more.ts': `const oneMore = () => {\n${body(59)}\n}`,
        'service/src/method.ts': `class A {\n  method() {\n${body(59)}\n  }\n}`,
        'console/src/ui/page.tsx': `export function Page() {\n${body(98)}\n}\nexport function Wide() {\n${body(99)}\n}`,
        'service/src/factory.ts': `export function createA() {\n  return {\n    one: () => {\n${body(40)}\n    },\n    two() {\n${body(40)}\n    },\n  }\n}`,
        'service/src/callback.ts': `function outer() {\n  each(() => {\n${body(57)}\n  })\n}`,
        'service/src/long.test.ts': `test('x', () => {\n${body(200)}\n})`,
      }),
    )
    expect(pointsAt(found)).toEqual([
      'service/src/long.ts has 401 lines of 400',
      'service/src/one-more.ts:1 oneMore has 61 lines of 60',
      'service/src/method.ts:2 method has 61 lines of 60',
      'console/src/ui/page.tsx:101 Wide has 101 lines of 100',
      'service/src/callback.ts:1 outer has 61 lines of 60',
    ])
  })

  test('a folder of 26 files, where a test counts with its file', () => {
    const files = (folder: string, count: number) =>
      Array.from({ length: count }, (_, n) => [`${folder}/n${n}.ts`, `${folder}/n${n}.test.ts`]).flat()
    const found = findCrowdedFolders([...files('hub/src/a', 25), ...files('hub/src/b', 25), 'hub/src/b/n.module.css'])
    expect(pointsAt(found)).toEqual(['hub/src/b has 26 files of 25'])
  })

  test('a folder and a file with a meaningless name', () => {
    const found = findNamesWithoutMeaning(
      plant({ 'hub/src/utils/a.ts': '', 'console/src/lib/helpers.ts': '', 'contract/src/site/unit.ts': '' }),
    )
    expect(pointsAt(found)).toEqual(['hub/src/utils/a.ts', 'console/src/lib/helpers.ts'])
  })

  test('a file without an opening comment', () => {
    const found = findWithoutOpening(
      plant({ 'hub/src/a.ts': 'export {}', 'hub/src/b.ts': '// Cuts clips out of the ring.\nexport {}' }),
    )
    expect(pointsAt(found)).toEqual(['hub/src/a.ts'])
  })

  test('a hidden read of the environment or the clock', () => {
    const found = findHiddenInputs(
      plant({
        'service/src/alerting/alert/alert.jobs.ts': '// job\nconst at = Date.now()\nconst on = new Date(at)',
        'service/src/platform/messaging/mail.ts': 'const host = process.env.SMTP_HOST\nconst at = new Date()',
        'service/src/platform/clock.ts': 'export const now = () => new Date()',
        'service/src/main.ts': 'const port = process.env.PORT',
      }),
    )
    expect(pointsAt(found)).toEqual([
      'service/src/alerting/alert/alert.jobs.ts:2 reads the clock',
      'service/src/platform/messaging/mail.ts:1 reads process.env',
      'service/src/platform/messaging/mail.ts:2 reads the clock',
    ])
  })

  test('a date or number format created at each call', () => {
    const found = findFormats(
      plant({
        'console/src/lib/clock.ts': "export const a = (at: Date) => new Intl.DateTimeFormat('en').format(at)",
        'service/src/platform/messaging/mail.ts':
          "const a = 'A'.toLocaleLowerCase()\nconst b = (1).toLocaleString('en')",
        'contract/src/shared/intl-format.ts': "export const c = new Intl.NumberFormat('en')",
        'console/src/lib/zone.ts': 'export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone',
      }),
    )
    expect(pointsAt(found)).toEqual([
      'console/src/lib/clock.ts:1 makes a format',
      'service/src/platform/messaging/mail.ts:2 makes a format',
    ])
  })

  test('a shared function without a docstring', () => {
    const found = findUndocumented(
      plant({
        'contract/src/time.ts':
          '/** Hours. */\nexport const a = () => 1\n\nexport const b = () => 2\nexport const c = 3',
        'hub/src/mp4/mp4.ts': '// a comment is not a docstring\nexport function box() {}\nexport function trak() {}',
        'console/src/ui/list/pager.tsx': '// Leads from page to page of a list.\nexport const Pager = () => 1',
        'service/src/alerting/alert/alert.routes.ts': 'export function free() {}',
      }),
    )
    expect(pointsAt(found)).toEqual([
      'contract/src/time.ts:4 b has no docstring',
      'hub/src/mp4/mp4.ts:2 box has no docstring',
      'hub/src/mp4/mp4.ts:3 trak has no docstring',
    ])
  })
})
