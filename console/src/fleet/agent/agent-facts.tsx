/** What a hub said of its machine last, and what its record holds. HUB-01. */

import type { AgentDetail } from '@mimamori/contract/fleet/agent.ts'
import { numberFormat } from '@mimamori/contract/shared/intl-format.ts'
import { Alert } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { useTime } from '#lib/time/use-time.ts'
import { Card } from '#ui/layout/card.tsx'
import { Facts } from '#ui/layout/detail-layout.tsx'
import { RelativeTime } from '#ui/layout/relative-time.tsx'
import { LoadBar } from './load-bar.tsx'

const GIGABYTE = 1e9
const MANY_WAITING = 100

export function AgentMachine({ agent }: { agent: AgentDetail }) {
  const { t, i18n } = useTranslation('agent')
  const { t: camera } = useTranslation('camera')
  const { decoders } = agent
  const decoded =
    decoders &&
    (['h264', 'hevc'] as const)
      .map((codec) => t(`codec-${codec}`, { by: camera(`decoder-${decoders[codec]}`) }))
      .join(', ')
  const { cpuShare, memoryBytes, memoryTotalBytes, diskFreeBytes, diskTotalBytes, spooledEvents } = agent
  const size = numberFormat(i18n.language, { style: 'unit', unit: 'gigabyte', maximumFractionDigits: 1 })
  const part = (used: number | null, all: number | null) =>
    used === null || all === null
      ? t('unknown')
      : t('used-of', { used: size.format(used / GIGABYTE), all: size.format(all / GIGABYTE) })
  const share = (used: number | null, all: number | null) => (used === null || !all ? null : used / all)
  const diskUsed = diskFreeBytes === null || diskTotalBytes === null ? null : diskTotalBytes - diskFreeBytes
  return (
    <Card title={t('machine')}>
      <LoadBar
        label={t('load')}
        share={cpuShare}
        text={cpuShare === null ? t('unknown') : percentOf(cpuShare, i18n.language)}
      />
      <LoadBar
        label={t('memory')}
        share={share(memoryBytes, memoryTotalBytes)}
        text={part(memoryBytes, memoryTotalBytes)}
      />
      <LoadBar label={t('disk')} share={share(diskUsed, diskTotalBytes)} text={part(diskUsed, diskTotalBytes)} />
      <Facts
        facts={[
          [
            t('spooled'),
            <span key="n" data-many={spooledEvents > MANY_WAITING || undefined}>
              {spooledEvents}
            </span>,
          ],
          [t('hostname'), agent.hostname ?? t('unknown')],
          [t('version'), agent.version ?? t('unknown')],
          [t('addresses'), listOf(agent.addresses) ?? t('unknown')],
          [t('mac-ids'), listOf(agent.macIds) ?? t('unknown')],
          ...(decoders ? [[t('decoders'), decoded] as const] : []),
        ]}
      />
    </Card>
  )
}

/** A second program with this hub's key was refused. HUB-03. */
export function AgentDuplicate({ agent: { duplicateAt, duplicateHostname } }: { agent: AgentDetail }) {
  const { t } = useTranslation('agent')
  const { dateTime } = useTime()
  if (!duplicateAt) return null
  return <Alert severity="warning">{t('duplicate', { when: dateTime(duplicateAt), host: duplicateHostname })}</Alert>
}

/** Files of the hub that were damaged and begun anew. HUB-04. */
export function AgentDamages({ agent: { damagedStores } }: { agent: AgentDetail }) {
  const { t } = useTranslation('agent')
  const { dateTime } = useTime()
  return damagedStores.map(({ store, at }) => (
    <Alert key={store} severity="warning">
      {t('damaged', { when: dateTime(at), store: t(`store-${store}`) })}
    </Alert>
  ))
}

/** Processes of its cameras that were lost within a day; the newest with its reason. HUB-04. */
export function AgentLosses({ agent: { workerLosses } }: { agent: AgentDetail }) {
  const { t } = useTranslation('agent')
  const { dateTime } = useTime()
  const [newest, ...others] = workerLosses
  if (!newest) return null
  const { at, cause, cameraIds } = newest
  return (
    <Alert severity="warning">
      {t('worker-lost', { when: dateTime(at), count: cameraIds.length, cause: t(`loss-${cause}`) })}
      {others.length > 0 && ` ${t('worker-lost-more', { count: others.length })}`}
    </Alert>
  )
}

/** What the hub lacks now. HUB-01, CAM-15. */
export function AgentNeeds({ agent: { needs } }: { agent: AgentDetail }) {
  const { t } = useTranslation('agent')
  return needs.map(({ code, cameraCount }) => (
    <Alert key={code} severity="warning">
      {t(`need-${code}`)} {t('need-cameras', { count: cameraCount })}
    </Alert>
  ))
}

export function AgentRecord({ agent }: { agent: AgentDetail }) {
  const { t } = useTranslation('agent')
  const { dateTime } = useTime()
  const time = (at: string | null) => (at ? <RelativeTime at={at} /> : t('never'))
  return (
    <Card title={t('registration')}>
      <Facts
        facts={[
          [t('status'), t(`status-${agent.registrationStatus}`)],
          [t('public-id'), <code key="id">{agent.publicId}</code>],
          [t('last-active'), time(agent.lastActiveAt)],
          [t('started-at'), time(agent.startedAt)],
          [t('created-at'), dateTime(agent.createdAt)],
        ]}
      />
    </Card>
  )
}

function percentOf(share: number, language: string): string {
  return numberFormat(language, { style: 'percent' }).format(share)
}

/** One per line, and from the left in every layout: addresses are compared character by character. */
function listOf(words: readonly string[]) {
  if (words.length === 0) return null
  return words.map((word) => (
    <div key={word}>
      <bdi dir="ltr">{word}</bdi>
    </div>
  ))
}
