/** The columns of the cameras list, for those who look after many. CAM-01. */
import type { CameraRecord } from '@mimamori/contract/camera/camera.ts'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#ui/layout/relative-time.tsx'
import type { ListColumn } from '#ui/list/list-column.ts'
import { FramedImage } from '#ui/player/framed-image.tsx'
import { CameraStatus } from '../camera-status.tsx'
import { useAppWarnings } from '../form/use-app-warnings.ts'
import css from './camera-columns.module.css'

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
      column('unitName', t('unit'), (camera) => camera.unitName ?? '', true),
      column('type', t('type'), (camera) => t(`type-${camera.type}`), true),
      { ...column('hub', t('hub'), (camera) => camera.agentName), isOptional: true },
      {
        id: 'lastActivityAt',
        header: t('last-activity'),
        isSortable: true,
        cell: (camera) => (camera.lastActivityAt ? <RelativeTime at={camera.lastActivityAt} /> : t('no-activity')),
        csv: (camera) => camera.lastActivityAt,
      },
      {
        id: 'sync',
        header: t('sync'),
        cell: (camera) => <Sync camera={camera} />,
        csv: (camera) => t(`sync-${camera.shadowState}`),
      },
      {
        id: 'apps',
        header: t('apps'),
        cell: (camera) => <Apps camera={camera} />,
        csv: (camera) =>
          appsOn(camera)
            .map((code) => word(`app-${code}`))
            .join(', '),
      },
      { ...column('tags', t('tags'), (camera) => camera.tags.map(({ name }) => name).join(', ')), isOptional: true },
      {
        ...column('shifts', t('shifts'), (camera) => camera.shifts.map(({ name }) => name).join(', ')),
        isOptional: true,
      },
    ],
    [t, word],
  )
}

function column(id: string, header: string, text: (camera: CameraRecord) => string, isSortable?: boolean) {
  return { id, header, cell: (camera: CameraRecord) => text(camera) || '—', csv: text, isSortable }
}

/** What can work on its image, followed settings included. */
function appsOn(camera: CameraRecord) {
  return camera.apps.filter(({ state }) => state !== 'DISABLED').map(({ appCode }) => appCode)
}

function Apps({ camera }: { camera: CameraRecord }) {
  const { t: word } = useTranslation('word')
  const warnings = useAppWarnings(camera)
  const names = appsOn(camera).map((code) => word(`app-${code}`))
  return (
    <span className={css.apps}>
      {names.join(', ') || '—'}
      {warnings.map((warning) => (
        <small key={warning} className={css.unnotified}>
          {warning}
        </small>
      ))}
    </span>
  )
}

function Sync({ camera }: { camera: CameraRecord }) {
  const { t } = useTranslation('camera')
  return (
    <span className={css.sync} data-state={camera.shadowState}>
      {t(`sync-${camera.shadowState}`)}
    </span>
  )
}

function Name({ camera }: { camera: CameraRecord }) {
  const { t: word } = useTranslation('word')
  return (
    <Link to="/app/cameras/live/$cameraId" params={{ cameraId: camera.id }} className={css.name}>
      <span className={css.image}>
        <FramedImage src={camera.latestFrame?.fileUrl ?? null} alt="" missing={word('no-image')} />
      </span>
      {camera.name}
    </Link>
  )
}
