/** What the settings leave open that an installation for residents needs. Requirement OPS-08. */
import type { InstallationGap } from '@mimamori/contract/site/installation.ts'
import { type Config, LOOPBACK } from './config.ts'

type Settings = Pick<Config, 'publicUrl' | 'smtp' | 'heartbeatPingUrl' | 'backup'>

/** The gaps that settings alone show, the worst first. */
export function gapsOfConfig({ publicUrl, smtp, heartbeatPingUrl, backup }: Settings): InstallationGap[] {
  const { protocol, hostname } = new URL(publicUrl)
  const isHere = LOOPBACK.includes(hostname.replace(/^\[|\]$/g, ''))
  const gaps: [InstallationGap, boolean][] = [
    ['this-machine-only', isHere],
    ['no-https', !isHere && protocol === 'http:'],
    ['mail-off', smtp === null],
    ['no-deadman', heartbeatPingUrl === null],
    ['backup-off', backup.atMinute === null],
    ['backup-same-disk', backup.atMinute !== null && backup.files === 'left-out'],
  ]
  return gaps.filter(([, isOpen]) => isOpen).map(([gap]) => gap)
}
