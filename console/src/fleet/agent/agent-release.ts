/** Which release a hub could be upgraded to, as lists and pages say it. OPS-04 */
import type { Agent } from '@mimamori/contract/fleet/agent.ts'
import { compareVersions } from '@mimamori/contract/fleet/hub-version.ts'
import type { HubRelease } from '@mimamori/contract/fleet/upgrade.ts'
import { OPEN_UPGRADES } from '@mimamori/contract/fleet/upgrade-lists.ts'
import { percentText } from '@mimamori/contract/shared/intl-format.ts'

type Of = Pick<Agent, 'version' | 'processor' | 'upgrade'>

/** The newest one for its processor that is newer than what it runs; null: none. `releases`: the newest first. */
export function newerRelease({ version, processor }: Of, releases: readonly HubRelease[]): string | null {
  const fitting = releases.find(({ processors }) => processors.some((one) => one === processor))
  return fitting && compareVersions(fitting.version, version ?? '') > 0 ? fitting.version : null
}

/** Its upgrade is not over. */
export function isUpgrading({ upgrade }: Of): boolean {
  return upgrade !== null && OPEN_UPGRADES.some((state) => state === upgrade.state)
}

/** How much of it is downloaded. */
export function shareText(percent: number | null, language: string): string {
  return percentText((percent ?? 0) / 100, language)
}
