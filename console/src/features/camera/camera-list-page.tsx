/** cameras/list: every camera in the user's scope with its latest frame. CAM-01. */
import type { CameraRecord } from '@mimamori/contract/camera.ts'
import { Skeleton } from '@mui/material'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api.ts'
import { useIsOutside } from '#lib/session.ts'
import { useUnitIds } from '#lib/unit-filter.ts'
import { useList } from '#lib/use-list.ts'
import { CardGrid, CardPlace } from '#ui/card-grid.tsx'
import { NotConnected } from '#ui/not-connected.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { RecordTable } from '#ui/record-table.tsx'
import { CameraCard } from './camera-card.tsx'
import { useCameraColumns } from './camera-columns.tsx'
import { CameraFilters } from './camera-filters.tsx'
import { useCameraCounts, useCameraPage, useFreshFrames } from './camera-queries.ts'

const route = getRouteApi('/app/cameras/list')

export function CameraListPage() {
  const { t } = useTranslation('camera')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useList({ search, order: { column: 'name', ascending: true }, descendingFirst: ['lastActivityAt'] })
  const unitIds = useUnitIds()
  const filter = useMemo(
    () => ({ text: search.text, unitIds, statuses: search.status && [search.status] }),
    [search.text, search.status, unitIds],
  )
  const cameras = useCameraPage(filter, list.page)
  const columns = useCameraColumns()
  useFreshFrames()

  if (useIsOutside()) return <NotConnected />
  return (
    <>
      <PageHeader title={t('title')} count={<OnlineCount unitIds={unitIds} />} />
      <RecordTable
        name="cameras"
        label={t('title')}
        list={list}
        query={cameras}
        columns={columns}
        keyOf={(camera) => camera.id}
        nameOf={(camera) => camera.name}
        onOpen={(camera) => navigate({ to: '/app/cameras/live/$cameraId', params: { cameraId: camera.id } })}
        searchLabel={t('search')}
        filters={<CameraFilters search={search} onChange={list.change} />}
        none={{ title: t('none'), help: t('none-help') }}
        grid={{ draw: (records) => <Cards cameras={records} />, skeleton: <Blank /> }}
        exported={(page) => call('camera.search', { query: { ...list.page, ...page }, body: filter })}
      />
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
