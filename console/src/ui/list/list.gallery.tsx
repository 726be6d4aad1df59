/** Stories of the parts of a list: rows, cards, pages of them, and what is chosen. */
import { Button, Skeleton } from '@mui/material'
import { ApiError } from '#lib/service/api.ts'
import { Held, longName, nothing, type Say, type Stories } from '#lib/story.tsx'
import { BlankCards, CardGrid } from './card-grid.tsx'
import { CsvButton } from './csv-button.tsx'
import { FileButton, FileDrop, FileErrorAlert } from './file-drop.tsx'
import type { ListColumn } from './list-column.ts'
import { ListMenu } from './list-menu.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { NewPill } from './new-pill.tsx'
import { OpenCard, OpenCardTitle } from './open-card.tsx'
import { Pager } from './pager.tsx'
import { RecordCards } from './record-cards.tsx'
import { LoadFailed, LoadFailedLine, RecordList } from './record-list.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { DataTable } from './table/data-table.tsx'
import { PlainTable } from './table/plain-table.tsx'
import { RowCheck } from './table/row-check.tsx'
import { ViewSwitch } from './view-switch.tsx'

type Row = { id: string; name: string; alerts: number }
const FAILED = new ApiError(503, 'unavailable', 'gallery')
const rows = (say: Say, count: number): Row[] =>
  Array.from({ length: count }, (_, at) => ({
    id: String(at),
    name: at === 0 ? longName(say) : `${at + 100}`,
    alerts: at * 7,
  }))
const columns = (say: Say): ListColumn<Row>[] => [
  { id: 'name', header: say('Name', '名前'), cell: (row) => row.name, isSortable: true },
  { id: 'unit', header: say('Unit', 'ユニット'), cell: () => say('East', '東') },
  { id: 'alerts', header: say('Alerts', 'アラート'), cell: (row) => row.alerts, align: 'end', isSortable: true },
]
const keyOf = (row: Row) => row.id
const choice = { isChosen: (key: string) => key === '1', onToggle: nothing, onTogglePage: nothing, nameOf: keyOf }
const query = (say: Say, count: number | null, error: unknown = null) => ({
  data: count === null ? undefined : { records: rows(say, count), totalCount: count },
  error,
  isFetching: false,
  refetch: nothing,
})
const list = (say: Say, count: number | null, error?: unknown) => (
  <RecordList
    query={query(say, count, error) as never}
    skeleton={<ListSkeleton />}
    none={{ title: say('No cameras', 'カメラがありません') }}
  >
    {(records: Row[]) => <DataTable label="list" columns={columns(say)} rows={records} keyOf={keyOf} />}
  </RecordList>
)
const card = (say: Say) => (
  <OpenCard image={<Skeleton variant="rectangular" height={120} animation={false} />}>
    <OpenCardTitle to="/app/alerts/list">{longName(say)}</OpenCardTitle>
  </OpenCard>
)

export const stories: Stories = {
  CardGrid: {
    'three cards': (say) => (
      <CardGrid>
        {['a', 'b', 'c'].map((key) => (
          <div key={key}>{card(say)}</div>
        ))}
      </CardGrid>
    ),
  },
  BlankCards: {
    loading: () => (
      <BlankCards>
        <Skeleton variant="rounded" height={160} />
      </BlankCards>
    ),
  },
  OpenCard: { 'long name': card },
  OpenCardTitle: { plain: (say) => <OpenCardTitle to="/app/alerts/list">{longName(say)}</OpenCardTitle> },
  CsvButton: {
    plain: (say) => (
      <CsvButton
        name="gallery"
        columns={columns(say)}
        keyOf={keyOf}
        ask={async () => ({ records: [], totalCount: 0 }) as never}
      />
    ),
  },
  FileButton: {
    plain: (say) => (
      <FileButton label={say('Choose a file', 'ファイルを選ぶ')} onFile={nothing}>
        {say('Choose a file', 'ファイルを選ぶ')}
      </FileButton>
    ),
  },
  FileDrop: {
    plain: (say) => (
      <FileDrop
        title={say('Drop a file here', 'ここにファイルをドロップ')}
        choose={say('Choose a file', 'ファイルを選ぶ')}
        help={longName(say)}
        onFile={nothing}
      />
    ),
  },
  FileErrorAlert: { plain: (say) => <FileErrorAlert text={longName(say)} /> },
  ListMenu: {
    plain: (say) => (
      <ListMenu columns={columns(say)} settings={{ columns: {}, density: 'comfortable' } as never} onChange={nothing} />
    ),
  },
  ListSkeleton: { loading: () => <ListSkeleton /> },
  NewPill: { plain: (say) => <NewPill label={say('3 new alerts', '新しいアラート3件')} onClick={nothing} /> },
  Pager: {
    first: () => (
      <Pager pageNumber={0} pageSize={25 as never} totalCount={128_400} onPage={nothing} onPageSize={nothing} />
    ),
    last: () => <Pager pageNumber={1} pageSize={25 as never} totalCount={30} onPage={nothing} onPageSize={nothing} />,
  },
  RecordCards: {
    chosen: (say) => (
      <RecordCards label="cards" columns={columns(say)} rows={rows(say, 3)} keyOf={keyOf} choice={choice} />
    ),
  },
  RecordList: {
    empty: (say) => list(say, 0),
    loading: (say) => list(say, null),
    error: (say) => list(say, null, FAILED),
    'old rows after an error': (say) => list(say, 3, FAILED),
    'many rows': (say) => list(say, 25),
  },
  LoadFailed: { error: () => <LoadFailed error={FAILED} onRetry={nothing} /> },
  LoadFailedLine: { error: () => <LoadFailedLine error={FAILED} onRetry={nothing} /> },
  SelectionBar: {
    'two chosen': (say) => (
      <SelectionBar count={2} onClear={nothing}>
        <Button>{say('Turn off', '停止する')}</Button>
      </SelectionBar>
    ),
  },
  DataTable: {
    chosen: (say) => (
      <DataTable label="table" columns={columns(say)} rows={rows(say, 4)} keyOf={keyOf} choice={choice} />
    ),
    compact: (say) => (
      <DataTable label="table" density="compact" columns={columns(say)} rows={rows(say, 4)} keyOf={keyOf} />
    ),
  },
  PlainTable: {
    numbers: (say) => (
      <PlainTable isOfNumbers label="table" columns={[say('Day', '日'), say('Alerts', 'アラート')]}>
        <tr>
          <th scope="row">{longName(say)}</th>
          <td>1,284</td>
        </tr>
      </PlainTable>
    ),
  },
  RowCheck: {
    off: () => <RowCheck label="row" checked={false} onToggle={nothing} />,
    on: () => <RowCheck label="row" checked onToggle={nothing} />,
    partly: () => <RowCheck label="row" checked={false} isPartly onToggle={nothing} />,
  },
  ViewSwitch: {
    plain: () => (
      <Held<'list' | undefined> start={undefined}>{(view, hold) => <ViewSwitch view={view} onChange={hold} />}</Held>
    ),
  },
}
