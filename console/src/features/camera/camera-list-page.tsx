/** cameras/list: every camera in the user's scope with its latest frame. CAM-01. */
import type { CameraRecord } from '@mimamori/contract/camera.ts'
import { Skeleton, useMediaQuery } from '@mui/material'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageSize } from '#lib/page-size.ts'
import { useIsOutside } from '#lib/session.ts'
import { useUnitIds } from '#lib/unit-filter.ts'
import { CardGrid, CardPlace } from '#ui/card-grid.tsx'
import { NotConnected } from '#ui/not-connected.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Pager } from '#ui/pager.tsx'
import { RecordList } from '#ui/record-list.tsx'
import { CameraCard } from './camera-card.tsx'
import { CameraFilters } from './camera-filters.tsx'
import { useCameraCounts, useCameraPage, useFreshFrames } from './camera-queries.ts'
import type { CameraSearch } from './camera-search.ts'
import { CameraTable } from './camera-table.tsx'

const route = getRouteApi('/app/cameras/list')

export function CameraListPage() {
  const { t } = useTranslation('camera')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [pageSize, setPageSize] = usePageSize()
  const unitIds = useUnitIds()
  const filter = useMemo(
    () => ({ text: search.text, unitIds, statuses: search.status && [search.status] }),
    [search.text, search.status, unitIds],
  )
  // A table of seven columns says nothing on a phone.
  const isNarrow = useMediaQuery('(max-width: 599px)')
  const sort = search.sort ?? 'name'
  const pageNumber = (search.page ?? 1) - 1
  const cameras = useCameraPage(filter, {
    pageNumber,
    pageSize,
    sortColumn: sort,
    sortAscending: sort !== 'lastActivityAt',
  })
  useFreshFrames()
  const isOutside = useIsOutside()

  const change = (next: Partial<CameraSearch>) =>
    navigate({ search: (now: CameraSearch) => ({ ...now, page: undefined, ...next }), replace: true })
  const open = (camera: CameraRecord) =>
    navigate({ to: '/app/cameras/live/$cameraId', params: { cameraId: camera.id } })
  const isFiltered = Boolean(search.text || search.status)

  if (isOutside) return <NotConnected />
  return (
    <>
      <PageHeader title={t('title')} count={<OnlineCount unitIds={unitIds} />} />
      <CameraFilters search={search} onChange={change} />
      <RecordList
        query={cameras}
        skeleton={<Blank />}
        none={{ title: t('none'), help: t('none-help') }}
        onClearFilters={isFiltered ? () => change({ text: undefined, status: undefined }) : undefined}
        footer={(totalCount) => (
          <Pager
            pageNumber={pageNumber}
            pageSize={pageSize}
            totalCount={totalCount}
            onPage={(to) =>
              navigate({ search: (now: CameraSearch) => ({ ...now, page: to > 0 ? to + 1 : undefined }) })
            }
            onPageSize={(size) => {
              setPageSize(size)
              change({})
            }}
          />
        )}
      >
        {(records) =>
          search.view === 'list' && !isNarrow ? (
            <CameraTable cameras={records} onOpen={open} />
          ) : (
            <Cards cameras={records} />
          )
        }
      </RecordList>
    </>
  )
}

function OnlineCount({ unitIds }: { unitIds: readonly string[] | undefined }) {
  const { t } = useTranslation('camera')
  const { data } = useCameraCounts(unitIds)
  if (!data) return null
  return t('online-of', { online: data.Online, total: data.Online + data.Offline + data.Inactive + data.Disabled })
}

function Cards({ cameras }: { cameras: CameraRecord[] }) {
  return (
    <CardGrid>
      {cameras.map((camera) => (
        <CardPlace key={camera.id}>
          <CameraCard camera={camera} />
        </CardPlace>
      ))}
    </CardGrid>
  )
}

function Blank() {
  return (
    <CardGrid>
      {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((place) => (
        <CardPlace key={place}>
          <Skeleton variant="rounded" height={250} />
        </CardPlace>
      ))}
    </CardGrid>
  )
}
