/** The columns of the list of hubs. */
import type { Agent } from '@mimamori/contract/fleet/agent.ts'
import type { HubRelease } from '@mimamori/contract/fleet/upgrade.ts'
import { percentText } from '@mimamori/contract/shared/intl-format.ts'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { useUser } from '#lib/session/session.ts'
import { useTime } from '#lib/time/use-time.ts'
import { RelativeTime } from '#ui/layout/relative-time.tsx'
import type { ListColumn } from '#ui/list/list-column.ts'
import { useReleases } from './agent-queries.ts'
import { AgentStatus, agentState } from './agent-status.tsx'
import { AgentVersion } from './agent-version.tsx'

const NONE: readonly HubRelease[] = []

export function useAgentColumns(): ListColumn<Agent>[] {
  const { t, i18n } = useTranslation('agent')
  const { date } = useTime()
  const releases = useReleases(mayCall(useUser().role, 'upgrade.releases')).data?.releases ?? NONE
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('name'),
        isSortable: true,
        cell: ({ id, name }) => (
          <Link to="/app/agents/edit/$id" params={{ id }}>
            {name}
          </Link>
        ),
        csv: ({ name }) => name,
      },
      {
        id: 'state',
        header: t('status'),
        cell: (row) => <AgentStatus agent={row} />,
        csv: (row) => t(agentState(row)),
      },
      {
        id: 'tenantName',
        header: t('site'),
        isSortable: true,
        cell: (row) => row.tenantName,
        csv: (row) => row.tenantName,
      },
      {
        id: 'version',
        header: t('version'),
        isSortable: true,
        cell: (row) => <AgentVersion agent={row} releases={releases} />,
        csv: (row) => row.version,
      },
      {
        id: 'cameraCount',
        header: t('cameras'),
        isSortable: true,
        align: 'end',
        cell: (row) => row.cameraCount,
        csv: (row) => row.cameraCount,
      },
      {
        id: 'cpuShare',
        header: t('load'),
        isSortable: true,
        align: 'end',
        cell: (row) => (row.isOnline && row.cpuShare !== null ? percentText(row.cpuShare, i18n.language) : '–'),
        csv: (row) => row.cpuShare,
      },
      {
        id: 'lastActiveAt',
        header: t('last-active'),
        isSortable: true,
        cell: (row) => (row.lastActiveAt ? <RelativeTime at={row.lastActiveAt} /> : t('never')),
        csv: (row) => row.lastActiveAt,
      },
      {
        id: 'createdAt',
        header: t('created-at'),
        isSortable: true,
        isOptional: true,
        cell: (row) => date(row.createdAt),
        csv: (row) => row.createdAt,
      },
      {
        id: 'publicId',
        header: t('public-id'),
        isOptional: true,
        cell: (row) => row.publicId,
        csv: (row) => row.publicId,
      },
    ],
    [t, date, i18n.language, releases],
  )
}
