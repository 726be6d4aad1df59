/** cameras/wall: several live views at once, for a screen that somebody glances at all night. LIVE-01, LIVE-02. */
import { Skeleton } from '@mui/material'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { mayWatchLive } from '#lib/access/access.ts'
import { useFullScreen } from '#lib/browser/use-full-screen.ts'
import { useWakeLock } from '#lib/browser/use-wake-lock.ts'
import { useIsOutside, useUser } from '#lib/session/session.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { NothingMatches, NothingYet } from '#ui/feedback/illustrations.tsx'
import { Late } from '#ui/feedback/late.tsx'
import { BackLink, LinkButton } from '#ui/layout/link-button.tsx'
import { NotConnected } from '#ui/layout/not-connected.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { LoadFailed } from '#ui/list/record-list.tsx'
import { useViewing } from '../live-viewing.ts'
import { useWallAlerts } from './wall-alerts.ts'
import { WallBar } from './wall-bar.tsx'
import { useStepped, useWallCameras, WALL_STANDARD } from './wall-cameras.ts'
import { WallFilters } from './wall-filters.tsx'
import { WallGrid } from './wall-grid.tsx'
import { useReturn, useWallKeys } from './wall-keys.ts'
import { WallNotices } from './wall-notices.tsx'
import css from './wall-page.module.css'
import { keepWall } from './wall-saved.ts'
import { isNarrowed, WALL_TURNS, type WallSearch } from './wall-search.ts'
import { WallStep } from './wall-step.tsx'
import { useTurning } from './wall-turning.ts'

const route = getRouteApi('/app/cameras/wall')

export function WallPage() {
  const { t } = useTranslation('wall')
  const hasLive = mayWatchLive(useUser())
  if (useIsOutside()) return <NotConnected />
  if (!hasLive)
    return <EmptyState isPage image={<NothingYet />} title={t('off')} help={t('off-help')} action={<Back />} />
  return <Wall />
}

function Wall() {
  const search = route.useSearch()
  const change = useChange(search)
  const { wall, error, refetch, isPlaceholderData } = useWallCameras(search)
  const alerts = useWallAlerts(search)
  const viewing = useViewing()
  const screen = useFullScreen()
  const grid = useRef<HTMLElement>(null)
  const pageCount = wall?.pageCount ?? 1
  const goTo = useCallback((page: number) => change({ page: page > 1 ? page : undefined }), [change])
  const isStepped = search.camera !== undefined
  const turning = useTurning({ turn: search.turn, isHeld: isStepped, page: search.page ?? 1, pageCount, goTo })
  const toggleTurning = search.turn ? turning.toggle : () => change({ turn: WALL_TURNS[1] })
  useWakeLock()
  useWallKeys({ grid, search, wall, change, toggleScreen: screen.toggle, toggleTurning })
  useReturn(grid, search.camera)
  const stepped = useStepped(search.camera, wall)
  const hasCameras = wall !== null && wall.totalCount > 0
  const bar = hasCameras && (
    <WallBar search={search} wall={wall} turning={turning} screen={screen} onChange={change} onPage={goTo} />
  )

  return (
    <div className={css.wall} data-full={screen.isFull || undefined}>
      {!screen.isFull && <Head count={wall?.totalCount} />}
      {!screen.isFull && !stepped && <WallFilters search={search} onChange={change} end={bar} />}
      <WallNotices alerts={alerts} shown={stepped ? [stepped] : (wall?.cameras ?? [])} viewing={viewing} />
      {!wall && !error && (
        <Late>
          <Skeleton variant="rounded" sx={{ aspectRatio: '16 / 9', height: 'auto' }} />
        </Late>
      )}
      {!wall && error && <LoadFailed error={error} onRetry={refetch} />}
      {wall?.totalCount === 0 && <Empty isNarrowed={isNarrowed(search)} onClear={() => change(WITHOUT)} />}
      {stepped && (
        <WallStep
          camera={stepped}
          alert={alerts.byCamera.get(stepped.id)}
          calm={alerts.calm.get(stepped.id)}
          viewing={viewing}
          search={search}
        />
      )}
      {hasCameras && !stepped && (
        <WallGrid
          ref={grid}
          cameras={wall.cameras}
          layout={search.layout ?? WALL_STANDARD}
          alerts={alerts}
          viewing={viewing}
          isOld={isPlaceholderData}
        />
      )}
      {screen.isFull && !stepped && bar}
    </div>
  )
}

function Head({ count }: { count: number | undefined }) {
  const { t } = useTranslation('wall')
  return (
    <PageHeader
      lead={<BackLink to="/app/cameras/list" label={t('back')} />}
      title={t('title')}
      count={count === undefined ? undefined : t('cameras', { count })}
    />
  )
}

const WITHOUT: Partial<WallSearch> = { text: undefined, unitIds: undefined, tagIds: undefined, cameraIds: undefined }

/** Changes the address, from the first page on where something else than the page changed, and keeps it for the next time. */
function useChange(search: WallSearch): (change: Partial<WallSearch>) => void {
  const navigate = route.useNavigate()
  useEffect(() => keepWall(search), [search])
  return useCallback(
    (next) => {
      const isStep = 'camera' in next
      const first = 'page' in next || isStep ? {} : { page: undefined }
      void navigate({
        to: '/app/cameras/wall',
        search: (now) => ({ ...(now as WallSearch), ...first, ...next }),
        replace: !isStep,
      })
    },
    [navigate],
  )
}

function Empty({ isNarrowed: isFiltered, onClear }: { isNarrowed: boolean; onClear: () => void }) {
  const { t } = useTranslation('wall')
  const { t: ui } = useTranslation('ui')
  if (!isFiltered) return <EmptyState role="status" image={<NothingYet />} title={t('none')} action={<Back />} />
  return (
    <EmptyState
      role="status"
      image={<NothingMatches />}
      title={ui('no-matches')}
      help={ui('no-matches-help')}
      action={
        <button type="button" className={css.clear} onClick={onClear}>
          {ui('clear-filters')}
        </button>
      }
    />
  )
}

function Back() {
  const { t } = useTranslation('wall')
  return <LinkButton to="/app/cameras/list">{t('back')}</LinkButton>
}
