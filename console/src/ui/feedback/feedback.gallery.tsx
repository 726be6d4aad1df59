/** Stories of what stands where something is loading, missing or broken. */
import { Button, Skeleton } from '@mui/material'
import { ApiError } from '#lib/service/api.ts'
import { longName, nothing, type Stories } from '#lib/story.tsx'
import { Loaded } from '../list/loaded.tsx'
import { EmptyState } from './empty-state.tsx'
import { Broken, NothingMatches, NothingYet } from './illustrations.tsx'
import { Late } from './late.tsx'
import { LoadingScreen } from './logo.tsx'
import { Notice } from './notice.tsx'
import { PageCrashed } from './page-crashed.tsx'
import { StatusPage } from './status-page.tsx'

const FAILED = new ApiError(503, 'unavailable', 'gallery')
const query = (data: string | undefined, error: unknown = null) => ({ data, error, refetch: nothing })

export const stories: Stories = {
  EmptyState: {
    plain: (say) => <EmptyState image={<NothingYet />} title={say('No alerts yet', 'アラートはまだありません')} />,
    'help and action': (say) => (
      <EmptyState
        image={<NothingMatches />}
        title={longName(say)}
        help={say('Change a filter to see more cameras.', '条件を変えると、ほかのカメラが表示されます。')}
        action={<Button>{say('Clear filters', '条件を消す')}</Button>}
      />
    ),
  },
  NothingYet: { plain: () => <NothingYet /> },
  NothingMatches: { plain: () => <NothingMatches /> },
  Broken: { plain: () => <Broken /> },
  Late: {
    'after 200 ms': () => (
      <Late>
        <Skeleton variant="rounded" height={48} />
      </Late>
    ),
  },
  Loaded: {
    loading: () => <Loaded query={query(undefined)}>{(text) => text}</Loaded>,
    error: () => <Loaded query={query(undefined, FAILED)}>{(text) => text}</Loaded>,
    'error of a part': () => (
      <Loaded isPart query={query(undefined, FAILED)}>
        {(text) => text}
      </Loaded>
    ),
    loaded: (say) => <Loaded query={query(longName(say))}>{(text) => text}</Loaded>,
  },
  LoadingScreen: { loading: () => <LoadingScreen /> },
  Notice: {
    plain: (say) => <Notice>{say('One camera is offline.', 'カメラ1台がオフラインです。')}</Notice>,
    'long, with action': (say) => (
      <Notice action={{ label: say('Try again', '再試行'), onClick: nothing }}>{longName(say)}</Notice>
    ),
  },
  PageCrashed: { error: () => <PageCrashed onRetry={nothing} /> },
  StatusPage: {
    'not found': (say) => (
      <StatusPage
        kind="not-found"
        title={say('Page not found', 'ページが見つかりません')}
        help={longName(say)}
        action={null}
      />
    ),
    'server error': (say) => (
      <StatusPage
        kind="server-error"
        title={say('Something went wrong', '問題が発生しました')}
        help={say('Please try again.', 'もう一度お試しください。')}
        action={<Button variant="contained">{say('Try again', '再試行')}</Button>}
      />
    ),
    maintenance: (say) => (
      <StatusPage kind="maintenance" title={say('Under maintenance', 'メンテナンス中です')} help="" action={null} />
    ),
  },
}
