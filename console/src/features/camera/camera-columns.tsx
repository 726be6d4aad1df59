/** The columns of the cameras list, for those who look after many. CAM-01. */
import type { CameraRecord } from '@mimamori/contract/camera.ts'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { FramedPicture } from '#ui/framed-picture.tsx'
import type { ListColumn } from '#ui/list-column.ts'
import { RelativeTime } from '#ui/relative-time.tsx'
import css from './camera-columns.module.css'
import { CameraStatus } from './camera-status.tsx'

export function useCameraColumns(): ListColumn<CameraRecord>[] {
  const { t } = useTranslation('camera')
  const { t: word } = useTranslation('word')
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('name'),
        isSortable: true,
        cell: (camera) => <Name camera={camera} />,
        csv: (camera) => camera.name,
      },
      {
        id: 'status',
        header: t('status'),
        isSortable: true,
        cell: (camera) => <CameraStatus status={camera.status} />,
        csv: (camera) => word(`status-${camera.status}`),
      },
      column('location', t('location'), (camera) => camera.location, true),
      column('unit', t('unit'), (camera) => camera.unitName ?? '—'),
      column('type', t('type'), (camera) => t(`type-${camera.type}`)),
      {
        id: 'lastActivityAt',
        header: t('last-activity'),
        isSortable: true,
        cell: (camera) => (camera.lastActivityAt ? <RelativeTime at={camera.lastActivityAt} /> : t('no-activity')),
        csv: (camera) => camera.lastActivityAt,
      },
      column('sync', t('sync'), (camera) => t(`sync-${camera.shadowState}`)),
    ],
    [t, word],
  )
}

function column(id: string, header: string, text: (camera: CameraRecord) => string, isSortable?: boolean) {
  return { id, header, cell: text, csv: text, isSortable }
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
