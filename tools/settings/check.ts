// `npm run check-config`: every setting with its source, and what can be tried of it.
import { readFileSync } from 'node:fs'
import { readSettings, type SettingSource, type Settings } from '@mimamori/contract/shared/setting.ts'
import { readConfig as readHub } from '@mimamori/hub/config.ts'
import { HUB_SETTINGS } from '@mimamori/hub/settings.ts'
import { readConfig as readService } from '@mimamori/service/platform/config.ts'
import { SERVICE_SETTINGS } from '@mimamori/service/platform/settings.ts'
import { formatTable } from '../start/output.ts'
import { type Attempt, tryDatabase, tryFile, tryFolder, tryPort, tryService, trySmtp } from './attempts.ts'

export type Checked = { lines: string[]; isGood: boolean }
type Environment = Record<string, string | undefined>

/** The service's settings, or a hub's (`args` as `npm run hub` takes them). Starts and changes nothing. */
export async function checkConfig(program: string, args: string[], environment: Environment): Promise<Checked> {
  if (program === 'service') {
    const { lines, errors } = settingLines(SERVICE_SETTINGS, environment)
    return report(lines, errors, () => tryServiceConfig(environment))
  }
  if (program !== 'hub') return { lines: [`Say service or hub, not ${program}.`], isGood: false }
  const { lines, errors } = settingLines(HUB_SETTINGS, environment)
  return report(lines, errors, () => tryHubConfig(args, environment))
}

async function report(lines: string[], errors: string[], tries: () => Promise<Attempt[]>): Promise<Checked> {
  if (errors.length > 0) return { lines: [...lines, '', ...errors], isGood: false }
  try {
    const attempts = await tries()
    const tried = attempts.map(({ title, isGood, words }) => [isGood ? 'ok' : 'WRONG', title, words])
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

/** Throws what `readConfig` of the service throws. */
function tryServiceConfig(environment: Environment): Promise<Attempt[]> {
  const config = readService(environment)
  return Promise.all([
    config.databaseUrl === null
      ? { title: 'database', isGood: true, words: 'the embedded one, in the data folder' }
      : tryDatabase(config.databaseUrl),
    tryFolder(config.dataDir),
    tryPort(config.port, config.host),
    ...(config.smtp ? [trySmtp(config.smtp)] : []),
  ])
}

/** Throws what `readConfig` of the hub throws. */
function tryHubConfig(args: string[], environment: Environment): Promise<Attempt[]> {
  const config = readHub(args, environment)
  return Promise.all([
    tryService(config.service),
    tryFolder(config.dataDir),
    ...(config.fallModel.file ? [tryFile('fall model', config.fallModel.file)] : []),
  ])
}
