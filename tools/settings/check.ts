// `npm run check-config`: every setting with its source, and what can be tried of it.
import { readFileSync } from 'node:fs'
import { readSettings, type SettingSource, type Settings } from '@mimamori/contract/shared/setting.ts'
import { formatTable } from '../start/output.ts'
import type { Attempt, Checks, Environment } from './attempt.ts'

export type Checked = { lines: string[]; isGood: boolean }
/** Each program's own, loaded alone: a release holds one of them. */
const PROGRAMS: Record<string, () => Promise<Checks>> = {
  service: async () => (await import('./check-service.ts')).SERVICE_CHECKS,
  hub: async () => (await import('./check-hub.ts')).HUB_CHECKS,
}

/** The service's settings, or a hub's (`args` as `npm run hub` takes them). Starts and changes nothing. */
export async function checkConfig(program: string, args: string[], environment: Environment): Promise<Checked> {
  const load = PROGRAMS[program]
  if (!load) return { lines: [`Say service or hub, not ${program}.`], isGood: false }
  const { settings, tries } = await load()
  const { lines, errors } = settingLines(settings, environment)
  return report(lines, errors, () => tries(args, environment))
}

async function report(lines: string[], errors: string[], tries: () => Promise<Attempt[]>): Promise<Checked> {
  if (errors.length > 0) return { lines: [...lines, '', ...errors], isGood: false }
  try {
    const attempts = await tries()
    const tried = attempts.map(({ title, isGood, isNote, words }) => [
      isNote ? 'note' : isGood ? 'ok' : 'WRONG',
      title,
      words,
    ])
    return { lines: [...lines, '', ...formatTable(tried)], isGood: attempts.every(({ isGood }) => isGood) }
  } catch (error) {
    return { lines: [...lines, '', (error as Error).message], isGood: false }
  }
}

/** A row for each setting: name, value (a secret's is masked), source. */
function settingLines(settings: Settings, environment: Environment): { lines: string[]; errors: string[] } {
  const { sources, errors } = readSettings(settings, environment, (path) => readFileSync(path, 'utf8'))
  const rows = Object.entries(settings).map(([name, one]) => {
    const source = sources[name]!
    return [
      name,
      source === 'default' ? (one.default ?? '') : one.isSecret ? '***' : environment[name]!,
      nameOf(source),
    ]
  })
  return { lines: formatTable(rows), errors }
}

function nameOf(source: SettingSource): string {
  return typeof source === 'string' ? source : `file ${source.file}`
}
