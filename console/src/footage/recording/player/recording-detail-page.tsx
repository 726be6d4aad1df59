/** recordings/detail/{id}: plays one recording, with its gaps and events. REC-02, REC-03. */
import { nameOfKind } from '@mimamori/contract/alerting/alert-kind.ts'
import type { RecordingDetail, RecordingGap } from '@mimamori/contract/footage/recording.ts'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { h264For } from '#lib/browser/plays-video.ts'
import { ApiError } from '#lib/service/api.ts'
import { useUser } from '#lib/session/session.ts'
import { byteSize } from '#lib/text/sentences.ts'
import { duration } from '#lib/time/time.ts'
import { useTime } from '#lib/time/use-time.ts'
import { TechnicalFacts } from '#shared/facts/technical-facts.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { NothingMatches } from '#ui/feedback/illustrations.tsx'
import { Late } from '#ui/feedback/late.tsx'
import { LoadingScreen } from '#ui/feedback/logo.tsx'
import { Card } from '#ui/layout/card.tsx'
import { DetailLayout, Facts } from '#ui/layout/detail-layout.tsx'
import { LinkButton } from '#ui/layout/link-button.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { LoadFailed } from '#ui/list/record-list.tsx'
import { ArchiveRecordings } from '../list/archive-recordings.tsx'
import { megabits } from '../list/recording-columns.tsx'
import { RecordingDay, useDayOf } from '../list/recording-day.tsx'
import { usePrefetchRecording, useRecording } from '../recording-queries.ts'
import { following, merged, NO_LINE, opened, type RecordingLine } from '../timeline/recording-line.ts'
import { RecordingDownload } from './recording-download.tsx'
import css from './recording-player.module.css'
import { RecordingPlayer, type Speed } from './recording-player.tsx'

const route = getRouteApi('/app/recordings/detail/$recordingId')

export function RecordingDetailPage() {
  const { t } = useTranslation('recording')
  const { recordingId } = route.useParams()
  const recording = useRecording(recordingId)
  const speed = useState<Speed>('1')
  const line = useState(NO_LINE)
  const refetch = () => void recording.refetch({ cancelRefetch: false })
  if (recording.data) {
    return <Found key={recordingId} recording={recording.data} refetch={refetch} speed={speed} line={line} />
  }
  if (!recording.error) {
    return (
      <Late>
        <LoadingScreen />
      </Late>
    )
  }
  const isMissing = recording.error instanceof ApiError && [400, 404].includes(recording.error.status)
  return isMissing ? (
    <EmptyState
      role="alert"
      image={<NothingMatches />}
      title={t('not-found')}
      action={<LinkButton to="/app/recordings/list">{t('back')}</LinkButton>}
    />
  ) : (
    <LoadFailed error={recording.error} onRetry={recording.refetch} />
  )
}

type FoundProps = {
  recording: RecordingDetail
  /** The video fails: refetches, because the reason may be known now. */
  refetch: () => void
  /** Retained between recordings. */
  speed: [Speed, (speed: Speed) => void]
  line: [RecordingLine, Dispatch<SetStateAction<RecordingLine>>]
}

function Found({ recording, refetch, speed: [speed, setSpeed], line: [line, setLine] }: FoundProps) {
  const { t } = useTranslation('recording')
  const time = useTime()
  const navigate = route.useNavigate()
  const { at } = route.useSearch()
  const prefetch = usePrefetchRecording()
  const { day } = useDayOf(recording)
  // When a hub goes offline and returns, the player is recreated, and continues at the previous position.
  const shownAt = useRef<string>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place was chosen
  useEffect(() => {
    shownAt.current = undefined
  }, [at])
  useEffect(() => {
    setLine((before) => opened(merged(before, [recording, ...(day?.recordings ?? [])]), recording.id))
  }, [recording, day, setLine])
  // Only the line has a recording that began while this one was watched.
  const nextId = recording.nextId ?? following(line)?.id
  const goOn = () => {
    if (nextId)
      void navigate({
        to: '/app/recordings/detail/$recordingId',
        params: { recordingId: nextId },
        search: {},
        replace: true,
      })
  }
  return (
    <>
      <PageHeader
        title={recording.cameraName}
        subtitle={[recording.location, recording.unitName, time.dateTime(recording.startedAt)]
          .filter(Boolean)
          .join(' · ')}
        actions={<Actions recording={recording} />}
      />
      <DetailLayout
        main={
          <>
            <RecordingPlayer
              key={`${at} ${recording.isHubReachable} ${h264For(recording)}`}
              recording={recording}
              startAt={shownAt.current ?? at}
              onShown={(instant) => (shownAt.current = instant)}
              onProblem={refetch}
              speed={speed}
              onSpeed={setSpeed}
              onNearEnd={() => nextId && prefetch(nextId)}
              onEnd={goOn}
            />
            <p className={css.keys}>{t('keys')}</p>
            <RecordingDay recording={recording} />
          </>
        }
        aside={
          <>
            <Card title={t('facts')}>
              <AboutRecording recording={recording} />
            </Card>
            <Card title={t('alerts')}>
              <Alerts recording={recording} />
            </Card>
            <Card title={t('gaps')}>
              <Gaps gaps={recording.gaps} />
            </Card>
            <RecordingDownload recording={recording} />
          </>
        }
      />
    </>
  )
}

function Actions({ recording }: { recording: RecordingDetail }) {
  const { t } = useTranslation('recording')
  const mayArchive = mayCall(useUser().role, 'recording.patch')
  const { at } = route.useSearch()
  return (
    <>
      <Neighbour id={recording.previousId} label={t('previous')} icon={<ChevronLeft size={18} />} />
      <Neighbour id={recording.nextId} label={t('next')} icon={<ChevronRight size={18} />} />
      <LinkButton to="/app/why" search={{ cameraId: recording.cameraId, at: at ?? recording.startedAt }}>
        {t('why')}
      </LinkButton>
      {mayArchive && <ArchiveRecordings recordings={[recording]} />}
    </>
  )
}

function Neighbour({ id, label, icon }: { id: string | null; label: string; icon: React.ReactElement }) {
  if (!id) return null
  return (
    <LinkButton to="/app/recordings/detail/$recordingId" params={{ recordingId: id }} startIcon={icon}>
      {label}
    </LinkButton>
  )
}

function AboutRecording({ recording }: { recording: RecordingDetail }) {
  const { t } = useTranslation('recording')
  const { t: word } = useTranslation('word')
  const time = useTime()
  return (
    <>
      <Facts
        facts={[
          [t('start'), time.exact(recording.startedAt)],
          [t('duration'), duration(recording.durationMs)],
          [t('privacy'), word(`people-${recording.people}`)],
          [t('archived'), t(recording.archived ? 'archived-yes' : 'archived-no')],
        ]}
      />
      <TechnicalFacts
        facts={[
          [t('bitrate'), t('mbps', { value: megabits(recording.bitrateBps) })],
          [t('size'), byteSize(recording.bytes)],
          [t('place'), recording.hub ? t('place-hub', { hub: recording.hub.name }) : t('place-service')],
        ]}
      />
    </>
  )
}

function Alerts({ recording: { id, alerts } }: { recording: RecordingDetail }) {
  const { t } = useTranslation('recording')
  const { t: word } = useTranslation('word')
  const time = useTime()
  if (alerts.length === 0) return <p>{t('no-alerts')}</p>
  return (
    <ul className={css.list}>
      {alerts.map((alert) => (
        <li key={alert.id}>
          <Link
            to="/app/recordings/detail/$recordingId"
            params={{ recordingId: id }}
            search={{ at: alert.occurredAt }}
            className={css.link}
            replace
          >
            <span className={css.when}>{time.clock(alert.occurredAt)}</span> {nameOfKind(alert, word)}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Gaps({ gaps }: { gaps: readonly RecordingGap[] }) {
  const { t } = useTranslation('recording')
  const time = useTime()
  if (gaps.length === 0) return <p>{t('no-gaps')}</p>
  return (
    <ul className={css.list}>
      {gaps.map(({ startedAt, endedAt, cause }) => (
        <li key={`${startedAt} ${cause}`}>
          <span className={css.when}>
            {endedAt
              ? `${time.clock(startedAt)} – ${time.clock(endedAt)}`
              : t('gap-lasts', { from: time.clock(startedAt) })}
          </span>
          <br />
          {t(`gap-${cause}`)}
        </li>
      ))}
    </ul>
  )
}
