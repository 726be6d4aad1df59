/** cameras/list: every camera in the user's scope with its latest frame. CAM-01. */
import type { CameraRecord } from '@mimamori/contract/camera/camera.ts'
import { Skeleton } from '@mui/material'
import { getRouteApi } from '@tanstack/react-router'
import { FileUp, Footprints, LayoutGrid, Plus, SlidersHorizontal } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { mayCall, mayWatchLive } from '#lib/access/access.ts'
import { useList } from '#lib/list/use-list.ts'
import { call } from '#lib/service/api.ts'
import { useIsOutside, useUser } from '#lib/session/session.ts'
import { useUnitIds } from '#lib/session/unit-filter.ts'
import { LinkButton } from '#ui/layout/link-button.tsx'
import { NotConnected } from '#ui/layout/not-connected.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { BlankCards, CardGrid } from '#ui/list/card-grid.tsx'
import type { RowChoice } from '#ui/list/table/data-table.tsx'
import { RecordTable } from '#ui/list/table/record-table.tsx'
import { useCameraCounts, useCameraPage, useFreshFrames } from '../camera-queries.ts'
import { CameraActions } from './camera-actions.tsx'
import { CameraCard } from './camera-card.tsx'
import { useCameraColumns } from './camera-columns.tsx'
import { CameraFilters } from './camera-filters.tsx'
import { filterOf } from './camera-search.ts'

const route = getRouteApi('/app/cameras/list')

const BLANK = (
  <BlankCards>
    <Skeleton variant="rounded" height={250} />
  </BlankCards>
)

export function CameraListPage() {
  const { t } = useTranslation('camera')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useList({ search, order: { column: 'name', ascending: true }, descendingFirst: ['lastActivityAt'] })
  const unitIds = useUnitIds()
  const filter = useMemo(() => filterOf(search, unitIds), [search, unitIds])
  const cameras = useCameraPage(filter, list.page)
  const columns = useCameraColumns()
  useFreshFrames()
  const user = useUser()
  const mayChange = mayCall(user.role, 'camera.register')

  if (useIsOutside()) return <NotConnected />
  return (
    <>
      <PageHeader
        title={t('title')}
        count={<OnlineCount unitIds={unitIds} />}
        actions={<Ways mayChange={mayChange} mayWatch={mayWatchLive(user)} />}
      />
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
        none={
          mayChange
            ? { title: t('none'), help: t('none-help-admin'), action: <AddActions /> }
            : { title: t('none'), help: t('none-help') }
        }
        grid={{ draw: (records, choice) => <Cards cameras={records} choice={choice} />, skeleton: BLANK }}
        actions={mayChange ? (chosen, done) => <CameraActions cameras={chosen} onDone={done} /> : undefined}
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

function Ways({ mayChange, mayWatch }: { mayChange: boolean; mayWatch: boolean }) {
  const { t } = useTranslation('camera')
  return (
    <>
      {mayWatch && (
        <LinkButton to="/app/cameras/wall" startIcon={<LayoutGrid size={18} />}>
          {t('to-wall')}
        </LinkButton>
      )}
      {mayChange && <Actions />}
    </>
  )
}

function Actions() {
  const { t } = useTranslation('camera')
  const { role, impersonatedTenant } = useUser()
  const isInOneSite = role !== 'ORG_ADMIN' || impersonatedTenant !== null
  return (
    <>
      {isInOneSite && mayCall(role, 'siteApp.list') && (
        <LinkButton to="/app/cameras/site-apps" startIcon={<SlidersHorizontal size={18} />}>
          {t('site-apps')}
        </LinkButton>
      )}
      {mayCall(role, 'walkTest.list') && (
        <LinkButton to="/app/cameras/walk-tests" startIcon={<Footprints size={18} />}>
          {t('to-walk-tests')}
        </LinkButton>
      )}
      <AddActions />
    </>
  )
}

function AddActions() {
  const { t } = useTranslation('camera')
  return (
    <>
      <LinkButton to="/app/cameras/import" startIcon={<FileUp size={18} />}>
        {t('import')}
      </LinkButton>
      <LinkButton to="/app/cameras/new" variant="contained" color="primary" startIcon={<Plus size={18} />}>
        {t('new')}
      </LinkButton>
    </>
  )
}

function Cards({ cameras, choice }: { cameras: CameraRecord[]; choice: RowChoice<CameraRecord> | undefined }) {
  return (
    <CardGrid>
      {cameras.map((camera) => (
        <CameraCard key={camera.id} camera={camera} choice={choice} />
      ))}
    </CardGrid>
  )
}
