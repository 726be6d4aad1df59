/** The columns of the recordings list, for those who scan many. REC-01. */
import type { Recording } from '@mimamori/contract/footage/recording.ts'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { duration } from '#lib/time/time.ts'
import { useTime } from '#lib/time/use-time.ts'
import type { ListColumn } from '#ui/list/list-column.ts'
import { FramedImage } from '#ui/player/framed-image.tsx'
import css from './recording-list.module.css'

const BITS_PER_MBIT = 1_000_000

/** Megabits a second as people read them. */
export function megabits(bitrateBps: number): string {
  return (bitrateBps / BITS_PER_MBIT).toFixed(1)
}

export function useRecordingColumns(): ListColumn<Recording>[] {
  const { t } = useTranslation('recording')
  const { t: word } = useTranslation('word')
  const time = useTime()
  return useMemo(
    () => [
      {
        id: 'camera',
        header: t('camera'),
        cell: (recording) => <Name recording={recording} />,
        csv: (recording) => recording.cameraName,
      },
      {
        id: 'location',
        header: t('location'),
        cell: ({ location, unitName }) => [location, unitName].filter(Boolean).join(' · '),
        csv: ({ location, unitName }) => [location, unitName].filter(Boolean).join(' · '),
      },
      {
        id: 'startedAt',
        header: t('start'),
        isSortable: true,
        cell: ({ startedAt }) => (
          <time dateTime={startedAt} title={time.exact(startedAt)}>
            {time.dateTime(startedAt)}
          </time>
        ),
        csv: ({ startedAt }) => time.exact(startedAt),
      },
      {
        id: 'durationMs',
        header: t('duration'),
        isSortable: true,
        align: 'end',
        cell: ({ durationMs }) => duration(durationMs),
        csv: ({ durationMs }) => duration(durationMs),
      },
      {
        id: 'bitrate',
        header: t('bitrate'),
        align: 'end',
        cell: ({ bitrateBps }) => t('mbps', { value: megabits(bitrateBps) }),
        csv: ({ bitrateBps }) => megabits(bitrateBps),
      },
      {
        id: 'privacy',
        header: t('privacy'),
        cell: ({ people }) => word(`people-${people}`),
        csv: ({ people }) => word(`people-${people}`),
      },
      {
        id: 'place',
        header: t('place'),
        cell: ({ hub }) => (hub ? t('place-hub', { hub: hub.name }) : t('place-service')),
        csv: ({ hub }) => (hub ? t('place-hub', { hub: hub.name }) : t('place-service')),
      },
      {
        id: 'archived',
        header: t('archived'),
        cell: ({ archived }) => t(archived ? 'archived-yes' : 'archived-no'),
        csv: ({ archived }) => t(archived ? 'archived-yes' : 'archived-no'),
      },
    ],
    [t, word, time],
  )
}

function Name({ recording }: { recording: Recording }) {
  const { t: word } = useTranslation('word')
  return (
    <Link to="/app/recordings/detail/$recordingId" params={{ recordingId: recording.id }} className={css.name}>
      <span className={css.image}>
        <FramedImage src={recording.snapshotUrl} alt="" missing={word('no-image')} />
      </span>
      {recording.cameraName}
    </Link>
  )
}
