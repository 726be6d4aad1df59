// Which program of the checkout a command of npm starts, and which options that program knows.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

export const SCRIPTS: ReadonlySet<string> = new Set(Object.keys(scripts))

/** Where options are read, for programs whose main file does not. */
const READ_IN: Record<string, string> = {
  'hub/src/main.ts': 'hub/src/config.ts',
  'tools/settings/main.ts': 'hub/src/config.ts',
  'tools/start/main.ts': 'tools/start/options.ts',
  'tools/register/main.ts': 'tools/register/register-options.ts',
  'bench/simulate/main.ts': 'bench/simulate/simulate-options.ts',
}

/** The TypeScript file that `npm run NAME`, `npm start` or `npm test` in the command starts; null for other commands. */
export function programOf(command: string): string | null {
  const [, script, short] = /\bnpm (?:run (?:--silent )?([a-z:-]+)|(start|test)\b)/.exec(command) ?? []
  const line = scripts[script ?? short ?? '']
  return line?.split(' ').find((word) => word.endsWith('.ts')) ?? null
}

/** Options of the command's own part, behind ` -- `, that its program does not know. */
export function unknownOptions(command: string): string[] {
  const program = programOf(command)
  const [, own = ''] = command.split(/ -- (.*)/)
  const options = [...own.matchAll(/(?:^|[\s[])--([a-z][a-z-]*)/g)].map(([, name]) => name!)
  return program === null ? [] : options.filter((name) => !knows(program, name))
}

/** Whether any program that is started by npm knows the option. */
export function isKnownSomewhere(option: string): boolean {
  const programs = [...SCRIPTS].flatMap((script) => programOf(`npm run ${script}`) ?? [])
  return programs.some((program) => knows(program, option))
}

/** As a key of what `parseArgs` is given, or as the word itself. */
function knows(program: string, option: string): boolean {
  const source = readFileSync(join(root, READ_IN[program] ?? program), 'utf8')
  return new RegExp(`(?:^|[\\s{,(])'?${option}'?[:,]|'--${option}'`, 'm').test(source)
}
