/** Everything below the header of a list page: search and filters, rows or cards, the selection, the pager. */
import { useMediaQuery } from '@mui/material'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ListSettings, shownColumns, useListSettings } from '#lib/list/list-settings.ts'
import { NOTHING_CHOSEN, type Selection, toggle, togglePage } from '#lib/list/selection.ts'
import type { List } from '#lib/list/use-list.ts'
import { type AskPage, CsvButton } from '../csv-button.tsx'
import { FilterBar, FilterClear } from '../filter/filter-bar.tsx'
import { OrderSelect } from '../filter/order-select.tsx'
import { SearchBox } from '../filter/search-box.tsx'
import type { ListColumn } from '../list-column.ts'
import { ListMenu } from '../list-menu.tsx'
import { ListSkeleton } from '../list-skeleton.tsx'
import { Pager } from '../pager.tsx'
import { RecordCards } from '../record-cards.tsx'
import { type ListNone, type ListQuery, RecordList } from '../record-list.tsx'
import { SelectionBar } from '../selection-bar.tsx'
import { ViewSwitch } from '../view-switch.tsx'
import { DataTable, type RowChoice } from './data-table.tsx'

type Props<T> = {
  /** Key of the list in this browser's storage and name of its CSV file: `units`. */
  name: string
  /** Name of the list for assistive technology. */
  label: string
  list: List
  query: ListQuery<T>
  columns: readonly ListColumn<T>[]
  keyOf: (row: T) => string
  /** Name of a record. */
  nameOf: (row: T) => string
  onOpen?: (row: T) => void
  none: ListNone
  /** Undefined: the list has no text search. */
  searchLabel?: string
  /** Filter chips. */
  filters?: ReactNode
  /** Another control for the order of cards, if column names are not clear enough. */
  order?: ReactNode
  /** Between the filters and the records: a pill that announces new ones. */
  notice?: ReactNode
  /** Cards of images instead of rows, until the user selects rows; always on a phone. The page renders their checkboxes. */
  grid?: { draw: (records: T[], choice: RowChoice<T> | undefined) => ReactNode; skeleton: ReactNode }
  /** Requests any page with the current filters and order. Undefined: no export. */
  exported?: AskPage<T>
  /** Buttons for the selected records; undefined: no selection. `done` clears it. */
  actions?: (chosen: T[], done: () => void) => ReactNode
}

export function RecordTable<T>(props: Props<T>) {
  const { list, query, columns, grid, actions } = props
  const [settings, change] = useListSettings(props.name)
  // A table of six columns is unreadable on a phone.
  const isNarrow = useMediaQuery('(max-width: 599px)', { noSsr: true })
  const view = grid && (isNarrow || list.search.view !== 'list') ? 'grid' : isNarrow ? 'cards' : 'table'
  const { chosen, choice, done } = useChoice(props)
  useLastPage(list, query.data)
  const drawn = { ...props, columns: shownColumns(columns, settings), choice }
  return (
    <>
      <Filters {...props} view={view} settings={settings} onSettings={change} />
      {props.notice}
      <RecordList
        query={query}
        skeleton={grid && view === 'grid' ? grid.skeleton : <ListSkeleton />}
        none={props.none}
        onClearFilters={list.isNarrowed ? list.clear : undefined}
        footer={(totalCount) => <Pager {...list} {...list.page} totalCount={totalCount} />}
      >
        {(records) => {
          if (grid && view === 'grid') return grid.draw(records, choice)
          if (view === 'cards') return <RecordCards {...drawn} rows={records} />
          const order = { order: list.order, onSort: list.sortBy }
          return <DataTable {...drawn} {...order} rows={records} density={settings.density} />
        }}
      </RecordList>
      {actions && chosen.length > 0 && (
        <SelectionBar count={chosen.length} onClear={done}>
          {actions(chosen, done)}
        </SelectionBar>
      )}
    </>
  )
}

/** A page beyond the end, also one that became empty, leads to the last page. */
function useLastPage<T>({ page: { pageNumber, pageSize }, onBeyond }: List, data: ListQuery<T>['data']): void {
  const isBeyond = data !== undefined && data.records.length === 0 && data.currentPage === pageNumber && pageNumber > 0
  const last = isBeyond ? Math.min(pageNumber - 1, Math.max(0, Math.ceil(data.totalCount / pageSize) - 1)) : null
  const newest = useRef(onBeyond)
  useEffect(() => {
    newest.current = onBeyond
  })
  useEffect(() => {
    if (last !== null) newest.current(last)
  }, [last])
}

type FiltersProps<T> = Props<T> & {
  view: 'grid' | 'cards' | 'table'
  settings: ListSettings
  onSettings: (change: Partial<ListSettings>) => void
}

function Filters<T>({ list, searchLabel, filters, columns, view, settings, onSettings, ...rest }: FiltersProps<T>) {
  const { t } = useTranslation('ui')
  const search = searchLabel && (
    <SearchBox label={searchLabel} text={list.search.text ?? ''} onChange={(text) => list.change({ text })} />
  )
  const end = (
    <>
      {view !== 'table' && (rest.order ?? <OrderSelect columns={columns} order={list.order} onSort={list.sortBy} />)}
      {rest.grid && <ViewSwitch view={list.search.view} onChange={(next) => list.change({ view: next })} />}
      {view === 'table' && <ListMenu columns={columns} settings={settings} onChange={onSettings} />}
      {rest.exported && <CsvButton {...rest} columns={columns} ask={rest.exported} />}
    </>
  )
  return (
    <FilterBar search={search} end={end}>
      {filters}
      {filters && list.isNarrowed && <FilterClear label={t('clear-filters')} onClick={list.clear} />}
    </FilterBar>
  )
}

/** The selection; changed filters mean another list, so they clear it. */
function useChoice<T>({ list, query, keyOf, nameOf, actions }: Props<T>) {
  const { page: _page, sort: _sort, turned: _turned, view: _view, ...filters } = list.search
  const prompt = JSON.stringify(filters)
  const [{ asked, selection }, setState] = useState<{ asked: string; selection: Selection<T> }>({
    asked: prompt,
    selection: NOTHING_CHOSEN,
  })
  const now = asked === prompt ? selection : NOTHING_CHOSEN
  const become = (next: Selection<T>) => setState({ asked: prompt, selection: next })
  const rows = query.data?.records.map((row) => [keyOf(row), row] as const) ?? []
  const choice: RowChoice<T> | undefined = actions && {
    nameOf,
    isChosen: (key) => now.chosen.has(key),
    onToggle: (key, reaches) => become(toggle(now, rows, key, reaches)),
    onTogglePage: () => become(togglePage(now, rows)),
  }
  return { chosen: [...now.chosen.values()], choice, done: () => become(NOTHING_CHOSEN) }
}
