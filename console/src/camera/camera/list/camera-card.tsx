/** One camera in the grid: its latest frame with its age, where it hangs, how it is. */
import type { CameraRecord } from '@mimamori/contract/camera/camera.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#ui/layout/relative-time.tsx'
import type { RowChoice } from '#ui/list/table/data-table.tsx'
import { RowCheck } from '#ui/list/table/row-check.tsx'
import { FramedImage } from '#ui/player/framed-image.tsx'
import { CameraStatus, useStatusReason } from '../camera-status.tsx'
import { useAppWarnings } from '../form/use-app-warnings.ts'
import css from './camera-card.module.css'

type Props = { camera: CameraRecord; choice: RowChoice<CameraRecord> | undefined }

export function CameraCard({ camera, choice }: Props) {
  const { t } = useTranslation('camera')
  const isChosen = choice?.isChosen(camera.id) ?? false
  return (
    <div className={css.place} data-chosen={isChosen || undefined}>
      <Face camera={camera} />
      {choice && (
        <span className={css.check}>
          <RowCheck
            label={t('choose', { name: camera.name })}
            checked={isChosen}
            onToggle={(reaches) => choice.onToggle(camera.id, reaches)}
          />
        </span>
      )}
    </div>
  )
}

function Face({ camera }: { camera: CameraRecord }) {
  const { t } = useTranslation('camera')
  const reason = useStatusReason(camera)
  const warnings = useAppWarnings(camera)
  const { t: word } = useTranslation('word')
  return (
    <Link to="/app/cameras/live/$cameraId" params={{ cameraId: camera.id }} className={css.card}>
      <FramedImage
        src={camera.latestFrame?.fileUrl ?? null}
        alt={t('frame-of', { name: camera.name })}
        missing={word('no-image')}
        corner={camera.latestFrame && <RelativeTime at={camera.latestFrame.takenAt} />}
        isOld={camera.status !== 'Online'}
      />
      <span className={css.body}>
        <span className={css.line}>
          <span className={css.name}>{camera.name}</span>
          <CameraStatus status={camera.status} />
        </span>
        <span className={css.quiet}>
          {[camera.location === camera.name ? null : camera.location, camera.unitName].filter(Boolean).join(' · ')}
        </span>
        {reason && <span className={css.reason}>{reason}</span>}
        {warnings.map((warning) => (
          <span key={warning} className={css.reason}>
            {warning}
          </span>
        ))}
      </span>
    </Link>
  )
}
