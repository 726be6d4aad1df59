/** The columns of the list of organisations and sites. */
import type { Tenant } from '@mimamori/contract/site/tenant.ts'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useTime } from '#lib/time/use-time.ts'
import { StatusDot } from '#ui/layout/status-dot.tsx'
import type { ListColumn } from '#ui/list/list-column.ts'
import { ConnectButton } from './connect-button.tsx'
import { LicenceUse } from './licence-use.tsx'
import css from './tenant-list.module.css'

export function useTenantColumns(): ListColumn<Tenant>[] {
  const { t } = useTranslation('tenant')
  const { date } = useTime()
  return useMemo(
    () => [
      { id: 'name', header: t('name'), isSortable: true, cell: (row) => <Name tenant={row} />, csv: (row) => row.name },
      { id: 'code', header: t('code'), isSortable: true, cell: (row) => row.code, csv: (row) => row.code },
      {
        id: 'parentName',
        header: t('organisation'),
        isSortable: true,
        cell: (row) => row.parentName ?? t('kind-organisation'),
        csv: (row) => row.parentName,
      },
      {
        id: 'cameraCount',
        header: t('cameras-online'),
        isSortable: true,
        align: 'end',
        cell: (row) => <Cameras tenant={row} />,
        csv: (row) => `${row.onlineCameraCount}/${row.cameraCount}`,
      },
      number('hubCount', t('hubs')),
      number('userCount', t('users')),
      {
        id: 'licence',
        header: t('licence-use'),
        cell: (row) => (row.kind === 'site' ? <LicenceUse tenant={row} /> : '–'),
        csv: (row) =>
          `${row.roomCameraCount}/${row.roomCameraLimit ?? '-'} ${row.publicCameraCount}/${row.publicCameraLimit ?? '-'}`,
      },
      {
        id: 'packages',
        header: t('packages'),
        cell: (row) => row.packages.join(', '),
        csv: (row) => row.packages.join(' '),
      },
      {
        id: 'createdAt',
        header: t('created'),
        isSortable: true,
        isOptional: true,
        cell: (row) => date(row.createdAt),
        csv: (row) => row.createdAt,
      },
      { id: 'connect', header: '', align: 'end', cell: (row) => <ConnectButton site={row} size="small" /> },
    ],
    [t, date],
  )
}

const number = (id: 'hubCount' | 'userCount', header: string): ListColumn<Tenant> => ({
  id,
  header,
  isSortable: true,
  align: 'end',
  cell: (row) => row[id],
  csv: (row) => row[id],
})

function Name({ tenant }: { tenant: Tenant }) {
  const { t } = useTranslation('tenant')
  return (
    <span className={css.name}>
      <Link to="/app/tenants/edit/$id" params={{ id: tenant.id }} className={css.link}>
        {tenant.name}
      </Link>
      {tenant.isDisabled && <StatusDot status="disabled" word={t(tenant.deletionDueAt ? 'is-marked' : 'disabled')} />}
      {tenant.kind === 'organisation' && (
        <span className={css.quiet}>{t('site-count', { count: tenant.siteCount })}</span>
      )}
    </span>
  )
}

/** `8 / 9`, with the mark of a camera that is missing. */
function Cameras({ tenant: { cameraCount, onlineCameraCount, kind } }: { tenant: Tenant }) {
  const { t } = useTranslation('tenant')
  if (kind === 'organisation') return <span className={css.quiet}>–</span>
  if (cameraCount === 0) return <span className={css.quiet}>0</span>
  const label = t('cameras-online-of', { online: onlineCameraCount, count: cameraCount })
  return (
    <span className={css.cameras}>
      <StatusDot status={onlineCameraCount === cameraCount ? 'online' : 'offline'} />
      <span aria-hidden>{`${onlineCameraCount} / ${cameraCount}`}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  )
}
