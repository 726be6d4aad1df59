/** The columns of the list of hubs. */
import type { Agent } from '@mimamori/contract/fleet/agent.ts'
import { percentText } from '@mimamori/contract/shared/intl-format.ts'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useTime } from '#lib/time/use-time.ts'
import { RelativeTime } from '#ui/layout/relative-time.tsx'
import type { ListColumn } from '#ui/list/list-column.ts'
import { AgentStatus, agentState } from './agent-status.tsx'

export function useAgentColumns(): ListColumn<Agent>[] {
  const { t, i18n } = useTranslation('agent')
  const { date } = useTime()
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
        cell: (row) => row.version ?? '–',
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
    [t, date, i18n.language],
  )
}
