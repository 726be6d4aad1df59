/** One recording in the grid: a snapshot, the camera, when and how long. */
import type { Recording } from '@mimamori/contract/footage/recording.ts'
import { Archive, HardDrive } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { duration } from '#lib/time/time.ts'
import { useTime } from '#lib/time/use-time.ts'
import { OpenCard, OpenCardTitle } from '#ui/list/open-card.tsx'
import type { RowChoice } from '#ui/list/table/data-table.tsx'
import { RowCheck } from '#ui/list/table/row-check.tsx'
import { FramedImage } from '#ui/player/framed-image.tsx'
import css from './recording-list.module.css'

type Props = { recording: Recording; choice: RowChoice<Recording> | undefined }

export function RecordingCard({ recording, choice }: Props) {
  const { t } = useTranslation('recording')
  const { t: word } = useTranslation('word')
  const time = useTime()
  const { id, cameraName, location, unitName, startedAt, hub } = recording
  return (
    <OpenCard
      image={
        <FramedImage
          src={recording.snapshotUrl}
          alt={t('image-of', { camera: cameraName })}
          missing={word('no-image')}
          corner={duration(recording.durationMs)}
        />
      }
    >
      <span className={css.row}>
        <OpenCardTitle to="/app/recordings/detail/$recordingId" params={{ recordingId: id }}>
          {cameraName}
        </OpenCardTitle>
        <span className={css.marks}>
          {hub && <OnHub name={hub.name} />}
          {recording.archived && <Archive size={16} role="img" aria-label={t('archived')} />}
        </span>
      </span>
      <time dateTime={startedAt} title={time.exact(startedAt)}>
        {time.dateTime(startedAt)}
      </time>
      <span className={css.quiet}>{[location, unitName].filter(Boolean).join(' · ')}</span>
      {choice && (
        <span className={css.check}>
          <RowCheck
            label={choice.nameOf(recording)}
            checked={choice.isChosen(id)}
            onToggle={(reaches) => choice.onToggle(id, reaches)}
          />
        </span>
      )}
    </OpenCard>
  )
}

function OnHub({ name }: { name: string }) {
  const { t } = useTranslation('recording')
  const words = t('place-hub', { hub: name })
  return (
    <span className={css.mark} title={words}>
      <HardDrive size={16} role="img" aria-label={words} />
    </span>
  )
}
