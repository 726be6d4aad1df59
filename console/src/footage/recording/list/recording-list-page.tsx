/** recordings/list: the stored video of the cameras in the user's scope, newest first. REC-01. */
import type { Recording } from '@mimamori/contract/footage/recording.ts'
import { Skeleton } from '@mui/material'
import { getRouteApi } from '@tanstack/react-router'
import { CalendarClock } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { useList } from '#lib/list/use-list.ts'
import { call } from '#lib/service/api.ts'
import { useIsOutside, useUser } from '#lib/session/session.ts'
import { useUnitIds } from '#lib/session/unit-filter.ts'
import { useNow, useTime } from '#lib/time/use-time.ts'
import { LinkButton } from '#ui/layout/link-button.tsx'
import { NotConnected } from '#ui/layout/not-connected.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { BlankCards, CardGrid } from '#ui/list/card-grid.tsx'
import type { RowChoice } from '#ui/list/table/data-table.tsx'
import { RecordTable } from '#ui/list/table/record-table.tsx'
import { useRecordingPage } from '../recording-queries.ts'
import { ArchiveRecordings } from './archive-recordings.tsx'
import { RecordingCard } from './recording-card.tsx'
import { useRecordingColumns } from './recording-columns.tsx'
import { RecordingFilters } from './recording-filters.tsx'
import { type RecordingSearch, toFilter } from './recording-search.ts'

const route = getRouteApi('/app/recordings/list')
const MINUTE_MS = 60_000

const BLANK = (
  <BlankCards>
    <Skeleton variant="rounded" height={250} />
  </BlankCards>
)

export function RecordingListPage() {
  const { t } = useTranslation('recording')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useList({
    search,
    order: { column: 'startedAt', ascending: false },
    descendingFirst: ['durationMs', 'bytes'],
  })
  const filter = useFilter(search)
  const recordings = useRecordingPage(filter, list.page)
  const columns = useRecordingColumns()
  const { role } = useUser()
  const mayArchive = mayCall(role, 'recording.patchMany')
  const mayKeep = mayCall(role, 'retention.get')

  if (useIsOutside()) return <NotConnected />
  return (
    <>
      <PageHeader title={t('title')} count={recordings.data?.totalCount} actions={mayKeep && <Keeping />} />
      <RecordTable
        name="recordings"
        label={t('title')}
        list={list}
        query={recordings}
        columns={columns}
        keyOf={(recording) => recording.id}
        nameOf={(recording) => recording.cameraName}
        onOpen={({ id }) => navigate({ to: '/app/recordings/detail/$recordingId', params: { recordingId: id } })}
        filters={<RecordingFilters search={search} onChange={list.change} />}
        none={{ title: t('none'), help: t('none-help') }}
        grid={{ draw: (shown, choice) => <Cards recordings={shown} choice={choice} />, skeleton: BLANK }}
        actions={mayArchive ? (chosen, done) => <ArchiveRecordings recordings={chosen} onDone={done} /> : undefined}
        exported={(page) => call('recording.search', { query: { ...list.page, ...page }, body: filter })}
      />
    </>
  )
}

function Keeping() {
  const { t } = useTranslation('recording')
  return (
    <LinkButton to="/app/recordings/retention" startIcon={<CalendarClock size={18} />}>
      {t('keeping')}
    </LinkButton>
  )
}

function useFilter(search: RecordingSearch) {
  const unitIds = useUnitIds()
  // Without a time range the query does not depend on the current time, so keep its cache key stable.
  const now = useNow()
  const minute = search.range ? Math.floor(now.getTime() / MINUTE_MS) : 0
  const { timeZone } = useTime().style
  return useMemo(
    () => toFilter(search, unitIds ?? [], { now: new Date(minute * MINUTE_MS), timeZone }),
    [search, unitIds, minute, timeZone],
  )
}

function Cards({ recordings, choice }: { recordings: Recording[]; choice: RowChoice<Recording> | undefined }) {
  return (
    <CardGrid>
      {recordings.map((recording) => (
        <RecordingCard key={recording.id} recording={recording} choice={choice} />
      ))}
    </CardGrid>
  )
}
