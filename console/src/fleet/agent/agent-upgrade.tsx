/** The version of a hub: whether a newer one is offered, its upgrade with that of its site, and how it went. OPS-04 */
import type { AgentDetail } from '@mimamori/contract/fleet/agent.ts'
import { isTooOld } from '@mimamori/contract/fleet/hub-version.ts'
import type { HubUpgrade } from '@mimamori/contract/fleet/upgrade.ts'
import { Alert, Button, LinearProgress } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notifySuccess } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/form/confirm-dialog.tsx'
import { Card } from '#ui/layout/card.tsx'
import { RelativeTime } from '#ui/layout/relative-time.tsx'
import css from './agent-key.module.css'
import { useReleases, useUpgradeAgent } from './agent-queries.ts'
import { isUpgrading, newerRelease, shareText } from './agent-release.ts'

type Props = { agent: AgentDetail; mayUpgrade: boolean }

export function AgentUpgrade({ agent, mayUpgrade }: Props) {
  const { t } = useTranslation('agent')
  const releases = useReleases(mayUpgrade)
  const newer = newerRelease(agent, releases.data?.releases ?? [])
  const by = agent.installedBy ?? 'unknown'
  const isByLauncher = by === 'launcher'
  const news = newer ? t('upgrade-available', { version: newer }) : releases.data && t('upgrade-none')
  return (
    <Card title={t('upgrade')} help={isByLauncher ? t('upgrade-help') : undefined}>
      <div className={css.stack}>
        {isTooOld(agent.version) && <Alert severity="warning">{t('upgrade-too-old')}</Alert>}
        <p>
          {agent.version ?? t('unknown')}
          {isByLauncher && news && <span className={css.quiet}>{` · ${news}`}</span>}
        </p>
        {by !== 'launcher' && <p className={css.quiet}>{t(`upgrade-by-${by}`)}</p>}
        {agent.upgrade && <UpgradeState upgrade={agent.upgrade} />}
        {mayUpgrade && isByLauncher && <Commands agent={agent} newer={newer} />}
      </div>
    </Card>
  )
}

function UpgradeState({ upgrade }: { upgrade: HubUpgrade }) {
  const { t, i18n } = useTranslation('agent')
  const { state, version, percent, reason, changedAt } = upgrade
  const isBad = state === 'returned' || state === 'failed'
  return (
    <Alert severity={isBad ? 'warning' : state === 'healthy' ? 'success' : 'info'}>
      <div>{t(`upgrade-state-${state}`, { version, share: shareText(percent, i18n.language) })}</div>
      {reason && <div>{t(`upgrade-reason-${reason}`)}</div>}
      {percent !== null && <LinearProgress variant="determinate" value={percent} aria-hidden />}
      <RelativeTime at={changedAt} />
    </Alert>
  )
}

function Commands({ agent, newer }: { agent: AgentDetail; newer: string | null }) {
  const { t } = useTranslation('agent')
  const { start, cancel } = useUpgradeAgent(agent.id)
  const [asked, setAsked] = useState<'hub' | 'site' | null>(null)
  const isUnbegun = agent.upgrade?.state === 'waiting' || agent.upgrade?.state === 'offered'
  const isOff = newer === null || (isUpgrading(agent) && !isUnbegun)
  const scope = asked ?? 'hub'
  const about = { name: agent.name, site: agent.tenantName, version: newer }
  const confirm = async () => {
    const { hubs } = await start.mutateAsync({ version: newer!, scope })
    notifySuccess(t('upgrade-asked', { count: hubs, version: newer }))
    setAsked(null)
  }
  const takeBack = () => cancel.mutate(undefined, { onSuccess: () => notifySuccess(t('upgrade-cancelled')) })
  return (
    <div className={css.actions}>
      {newer && (
        <>
          <Button variant="outlined" disabled={isOff} onClick={() => setAsked('hub')}>
            {t('upgrade-hub')}
          </Button>
          <Button disabled={isOff} onClick={() => setAsked('site')}>
            {t('upgrade-site')}
          </Button>
        </>
      )}
      {isUnbegun && <Button onClick={takeBack}>{t('upgrade-cancel')}</Button>}
      <ConfirmDialog
        open={asked !== null}
        title={t(`upgrade-${scope}-title`, about)}
        text={t(`upgrade-${scope}-text`, about)}
        verb={t(`upgrade-${scope}`)}
        onConfirm={confirm}
        onClose={() => setAsked(null)}
        isHarmless
      />
    </div>
  )
}
