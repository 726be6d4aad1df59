/** Cameras as a table, for those who look after many. */
import type { CameraRecord } from '@mimamori/contract/camera.ts'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { FramedPicture } from '#ui/framed-picture.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { CameraStatus } from './camera-status.tsx'
import css from './camera-table.module.css'

type Props = { cameras: CameraRecord[]; onOpen: (camera: CameraRecord) => void }

export function CameraTable({ cameras, onOpen }: Props) {
  const { t } = useTranslation('camera')
  const columns = useMemo<Column<CameraRecord>[]>(
    () => [
      { id: 'name', header: t('name'), cell: ({ row }) => <Name camera={row.original} /> },
      { id: 'status', header: t('status'), cell: ({ row }) => <CameraStatus status={row.original.status} /> },
      { id: 'location', header: t('location'), accessorFn: (camera) => camera.location },
      { id: 'unit', header: t('unit'), accessorFn: (camera) => camera.unitName ?? '—' },
      { id: 'type', header: t('type'), accessorFn: (camera) => t(`type-${camera.type}`) },
      {
        id: 'activity',
        header: t('last-activity'),
        cell: ({ row: { original } }) =>
          original.lastActivityAt ? <RelativeTime at={original.lastActivityAt} /> : t('no-activity'),
      },
      { id: 'sync', header: t('sync'), accessorFn: (camera) => t(`sync-${camera.shadowState}`) },
    ],
    [t],
  )
  return <DataTable label={t('title')} columns={columns} rows={cameras} keyOf={(camera) => camera.id} onOpen={onOpen} />
}

function Name({ camera }: { camera: CameraRecord }) {
  const { t: word } = useTranslation('word')
  return (
    <Link to="/app/cameras/live/$cameraId" params={{ cameraId: camera.id }} className={css.name}>
      <span className={css.picture}>
        <FramedPicture src={camera.latestFrame?.fileUrl ?? null} alt="" missing={word('no-picture')} />
      </span>
      {camera.name}
    </Link>
  )
}
