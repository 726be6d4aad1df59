/** The version of a hub in the list, with its release notes. OPS-04 */
import type { Agent } from '@mimamori/contract/fleet/agent.ts'
import type { HubRelease } from '@mimamori/contract/fleet/upgrade.ts'
import { useTranslation } from 'react-i18next'
import css from './agent-key.module.css'
import { isUpgrading, newerRelease, shareText } from './agent-release.ts'

export function AgentVersion({ agent, releases }: { agent: Agent; releases: readonly HubRelease[] }) {
  const { t, i18n } = useTranslation('agent')
  const { version, upgrade } = agent
  const newer = newerRelease(agent, releases)
  const isShown = upgrade && (isUpgrading(agent) || upgrade.state === 'returned' || upgrade.state === 'failed')
  return (
    <>
      {version ?? '–'}
      {isShown ? (
        <div className={css.quiet}>
          {t(`upgrade-state-${upgrade.state}`, {
            version: upgrade.version,
            share: shareText(upgrade.percent, i18n.language),
          })}
        </div>
      ) : (
        newer && <div className={css.quiet}>{t('upgrade-newer', { version: newer })}</div>
      )}
    </>
  )
}
