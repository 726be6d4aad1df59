// Every command that the documents ask a reader to type has a test that executes it, or says why none does.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PAGES } from '../documents/pages.ts'
import { COVERED, type Covered, type NamedTest } from './covered.ts'
import { commandsIn, readDocuments, scriptsIn } from './documented.ts'
import { isKnownSomewhere, programOf, SCRIPTS, unknownOptions } from './known-options.ts'
import { NOT_EXECUTED } from './not-executed.ts'

const root = join(import.meta.dirname, '..', '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const documents = readDocuments()
const found = Object.entries(documents).map(([file, text]) => ({ file, ...commandsIn(text) }))
const documented = new Set(found.flatMap(({ commands }) => commands))
const registered = [...COVERED, ...NOT_EXECUTED].flatMap(({ commands }) => commands)

/** Options of others that stand alone in a document. */
const OF_OTHERS = ['profile']

const escaped = (words: string) => words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
const hasTest = ({ file, title }: NamedTest) =>
  existsSync(join(root, file)) &&
  new RegExp(`\\btest(?:\\.\\w+\\(.*?\\))*\\(\\s*['"\`]${escaped(title)}['"\`]`).test(read(file))

/** The test writes the command, or another one of the same program; or what it starts things with starts that program. */
function executes({ file, through, commands }: Covered, command: string): boolean {
  const written = read(file)
  const isWritten = (one: string) =>
    ["'", '"', '`'].some((quote) => written.includes(`${quote}${one.replaceAll('\\', '\\\\')}${quote}`))
  if (
    isWritten(command) ||
    commands.some((one) => one.replace('--silent ', '').includes(`${command} `) && isWritten(one))
  )
    return true
  const program = programOf(command)
  return through !== undefined && program !== null && isReached(file, through) && startsIn(through).includes(program)
}

function isReached(file: string, through: string): boolean {
  const imports = [...read(file).matchAll(/from '(\.[^']+)'/g)].map(([, path]) => join(dirname(file), path!))
  return file === through || imports.includes(through)
}

/** Paths of programs that a file puts together, below itself or below the checkout. */
function startsIn(file: string): string[] {
  return [...read(file).matchAll(/\bjoin\((import\.meta\.dirname, )?((?:'[^']+'(?:, )?)+)\)/g)].map(
    ([, own, words]) => {
      const path = join(...[...words!.matchAll(/'([^']+)'/g)].map(([, word]) => word!))
      return own ? join(dirname(file), path) : path
    },
  )
}

describe('the commands of the documents', () => {
  test('are executed by a test, or say why not', () => {
    expect(documented.size).toBeGreaterThan(80)
    expect([...documented].filter((command) => !registered.includes(command))).toEqual([])
  })

  test('are all that is registered, each once', () => {
    expect(registered.filter((command) => !documented.has(command))).toEqual([])
    expect(registered.filter((command, i) => registered.indexOf(command) !== i)).toEqual([])
  })

  test('have a test that is there and executes them', () => {
    expect(COVERED.filter((one) => !hasTest(one)).map(({ title }) => title)).toEqual([])
    const others = COVERED.flatMap((one) => one.commands.filter((command) => !executes(one, command)))
    expect(others).toEqual([])
  })

  test('that no test executes have a reason, and proofs that are there', () => {
    for (const { because, checked, commands } of NOT_EXECUTED) {
      expect(because.length, commands[0]).toBeGreaterThan(20)
      for (const proof of checked) {
        const isThere = 'title' in proof ? hasTest(proof) : read(proof.file).includes(proof.holds)
        expect(isThere, JSON.stringify(proof)).toBe(true)
      }
    }
  })

  test('scripts that a document names are those of package.json', () => {
    const named = PAGES.flatMap(({ source }) => scriptsIn(read(source)).map((script) => ({ source, script })))
    expect(named.length).toBeGreaterThan(100)
    expect(named.filter(({ script }) => !SCRIPTS.has(script))).toEqual([])
  })

  test('options that a command names are known to its program', () => {
    expect([...documented].flatMap((command) => unknownOptions(command).map((one) => `${command}: --${one}`))).toEqual(
      [],
    )
    const alone = Object.values(documents).flatMap((text) => [...text.matchAll(/`--([a-z][a-z-]*)[^`\n]*`/g)])
    expect(alone.length).toBeGreaterThan(15)
    const unknown = alone.map(([, option]) => option!).filter((option) => !OF_OTHERS.includes(option))
    expect(unknown.filter((option) => !isKnownSomewhere(option))).toEqual([])
  })

  test('files and projects that a command names are there', () => {
    const browser = read('e2e/playwright.config.ts')
    for (const command of [...documented].filter((one) => one.startsWith('npx '))) {
      for (const [file] of command.matchAll(/\S+\/\S+\.ts\b/g)) expect(existsSync(join(root, file)), command).toBe(true)
      for (const [, project] of command.matchAll(/(?:--project[ =]|-p )(\w+)/g)) {
        const isThere = command.includes('playwright')
          ? browser.includes(`'${project}'`)
          : existsSync(join(root, project!))
        expect(isThere, command).toBe(true)
      }
    }
  })

  test('stand in blocks of their own: a block of something else says its language', () => {
    expect(found.filter(({ strange }) => strange.length > 0).map(({ file, strange }) => ({ file, strange }))).toEqual(
      [],
    )
  })
})

describe('reading the documents', () => {
  test('finds commands in text, tables, lists and blocks, and nothing in other blocks', () => {
    const text = [
      'Then `npm run a -- --b C`, by `psql` and `A=1 node x.ts`.',
      '| `git log \\| wc -l` | |\n|---|---|',
      '- in a list:\n\n  ```sh\n  tar -x \\\n    -f y\n  ```\n',
      '```\nnpm test\nready\n```',
      '```sql\nnpm run no\n```',
      'Without fences:\n\n    npm run b',
    ].join('\n\n')
    expect(commandsIn(text)).toEqual({
      commands: ['npm run a -- --b C', 'A=1 node x.ts', 'git log | wc -l', 'tar -x -f y', 'npm test', 'npm run b'],
      strange: ['ready', 'npm run b'],
    })
  })

  test('knows a script and an option that are not there', () => {
    expect(scriptsIn('`npm run none`, npm test, npm run --silent grants')).toEqual(['none', 'test', 'grants'])
    expect(unknownOptions('npm run restore -- --from F [--backup ID] --colour')).toEqual(['colour'])
    expect(unknownOptions('npm run chaos -- --per-second 60 --per-minute 1')).toEqual(['per-minute'])
    expect(isKnownSomewhere('colour')).toBe(false)
  })
})
