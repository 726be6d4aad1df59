/** coverage: for each room when its alert path worked last, step by step, and what would not arrive tonight. PROOF-01. */
import type { RoomCoverage } from '@mimamori/contract/alerting/coverage.ts'
import { Skeleton } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { isOverSites, useIsOutside, useUser } from '#lib/session/session.ts'
import { useUnitIds } from '#lib/session/unit-filter.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { NotConnected } from '#ui/layout/not-connected.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { RecordList } from '#ui/list/record-list.tsx'
import css from './coverage.module.css'
import { CoverageDevices } from './coverage-devices.tsx'
import { byNeed, type Standing, sharedProblems, standingOf } from './coverage-problems.ts'
import { useCoverage } from './coverage-queries.ts'
import { CoverageRoom, ProblemList } from './coverage-room.tsx'

const BLANKS = Array.from({ length: 6 }, (_, at) => at)
const SKELETON = (
  <div className={css.rooms}>
    {BLANKS.map((at) => (
      <Skeleton key={at} variant="rounded" height={54} />
    ))}
  </div>
)

export function CoveragePage() {
  const { t } = useTranslation('coverage')
  const user = useUser()
  const query = useCoverage(useUnitIds())
  if (useIsOutside()) return <NotConnected />
  const { data } = query
  const isCut = data !== undefined && data.totalCount > data.records.length
  const rooms = data && byNeed(data.records)
  const shown = rooms && { records: rooms, totalCount: rooms.length, currentPage: 0 }
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} count={rooms && <Summary rooms={rooms} />} />
      {isCut && <Notice>{t('more', { shown: data.records.length, total: data.totalCount })}</Notice>}
      <RecordList
        query={{ ...query, data: shown }}
        skeleton={SKELETON}
        none={{ title: t('none'), help: t('none-help') }}
      >
        {(records) => <CoverageRooms rooms={records} hasSite={isOverSites(user)} />}
      </RecordList>
      {mayCall(user.role, 'deviceProof.ofSite') && <CoverageDevices />}
    </>
  )
}

function CoverageRooms({ rooms, hasSite }: { rooms: readonly RoomCoverage[]; hasSite: boolean }) {
  const { t } = useTranslation('coverage')
  const shared = sharedProblems(rooms)
  return (
    <>
      {shared.length > 0 && (
        <section className={css.shared} aria-label={t('everywhere')}>
          <strong>{t('everywhere')}</strong>
          <ProblemList problems={shared} />
        </section>
      )}
      <ul className={css.rooms}>
        {rooms.map((room) => (
          <CoverageRoom key={room.cameraId} room={room} shared={shared} hasSite={hasSite} />
        ))}
      </ul>
    </>
  )
}

function Summary({ rooms }: { rooms: readonly RoomCoverage[] }) {
  const { t } = useTranslation('coverage')
  const numberOf = (standing: Standing) => rooms.filter((room) => standingOf(room) === standing).length
  return t('summary', { works: numberOf('works'), weak: numberOf('open'), blocked: numberOf('blocked') })
}
