// Checks of `npm run check-config -- hub`.
import { accessSync, constants } from 'node:fs'
import { readConfig } from '@mimamori/hub/config.ts'
import { HUB_SETTINGS } from '@mimamori/hub/settings.ts'
import { type Attempt, attempt, type Checks, PATIENCE_MS, tryFolder } from './attempt.ts'

/** Checks for a hub. */
export const HUB_CHECKS: Checks = {
  settings: HUB_SETTINGS,
  async tries(args, environment) {
    const config = readConfig(args, environment)
    return Promise.all([
      tryService(config.service),
      tryFolder(config.dataDir),
      ...(config.fallModel.file ? [tryFile('fall model', config.fallModel.file)] : []),
    ])
  },
}

/** Whether a service of Mimamori responds there. */
function tryService(address: string): Promise<Attempt> {
  return attempt('service', async () => {
    const answer = await fetch(`${address}/health/live`, { signal: AbortSignal.timeout(PATIENCE_MS) })
    if (!answer.ok) throw new Error(`${address} answers ${answer.status}`)
    return `${address} answers`
  })
}

/** Whether the file can be read. */
function tryFile(title: string, file: string): Promise<Attempt> {
  return attempt(title, async () => {
    accessSync(file, constants.R_OK)
    return `${file} can be read`
  })
}
