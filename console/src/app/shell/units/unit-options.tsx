/** The list inside of the units filter: 20 at a time as it scrolls, searched 1 s after typing stops (NAV-04). */
import { Skeleton } from '@mui/material'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDebounced } from '#lib/list/paced.ts'
import { useMoreOnScroll } from '#lib/list/use-more-on-scroll.ts'
import { call } from '#lib/service/api.ts'
import { useErrorText } from '#lib/service/use-error-text.ts'
import { isOverSites, useUser } from '#lib/session/session.ts'
import { chooseUnits, useUnitFilter } from '#lib/session/unit-filter.ts'
import { Late } from '#ui/feedback/late.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import css from './unit-filter.module.css'

const PAGE_SIZE = 20
const TYPING_PAUSE_MS = 1000
/** So close to the end of the list, the next page is asked for. */
const NEAR_END_PX = 80

export default function UnitOptions() {
  const { t } = useTranslation(['app', 'ui'])
  const errorText = useErrorText()
  const [typed, setTyped] = useState('')
  const units = useUnits(useDebounced(typed.trim(), TYPING_PAUSE_MS))
  const list = useRef<HTMLDivElement>(null)
  const loadMore = useMoreOnScroll(list, units, NEAR_END_PX)
  const chosen = useUnitFilter()
  const records = units.data?.pages.flatMap((page) => page.records) ?? []
  return (
    <>
      <label className={css.search}>
        <Search size={18} aria-hidden />
        <input
          // biome-ignore lint/a11y/noAutofocus: the list was opened to choose from it, and focus returns on closing.
          autoFocus
          type="search"
          aria-label={t('search-units')}
          placeholder={t('search-units')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      <div ref={list} className={css.list} onScroll={loadMore} aria-busy={units.isFetching}>
        {units.isPending && (
          <Late>
            <Waiting />
          </Late>
        )}
        {units.error && (
          <Notice action={{ label: t('ui.retry'), onClick: units.refetch }}>{errorText(units.error)}</Notice>
        )}
        {records.map((unit) => (
          <UnitOption key={unit.id} unit={unit} isOn={chosen.some(({ id }) => id === unit.id)} />
        ))}
        {units.isFetchingNextPage && <Waiting />}
        {units.data && records.length === 0 && <p className={css.none}>{t('no-units')}</p>}
      </div>
      <button type="button" className={css.reset} disabled={chosen.length === 0} onClick={() => chooseUnits([])}>
        {t('clear-units')}
      </button>
    </>
  )
}

type Option = { id: string; name: string; tenantName: string; cameraCount: number }

function UnitOption({ unit, isOn }: { unit: Option; isOn: boolean }) {
  const { t } = useTranslation('app')
  const chosen = useUnitFilter()
  const isOver = isOverSites(useUser())
  const name = isOver ? t('unit-of-site', { unit: unit.name, site: unit.tenantName }) : unit.name
  const toggle = () =>
    chooseUnits(isOn ? chosen.filter(({ id }) => id !== unit.id) : [...chosen, { id: unit.id, name }])
  return (
    <label className={css.option}>
      <input type="checkbox" className="check" checked={isOn} onChange={toggle} />
      <span className={css.name}>{name}</span>
      <span className={css.detail}>{t('cameras-count', { count: unit.cameraCount })}</span>
    </label>
  )
}

function Waiting() {
  return ['62%', '48%', '55%'].map((width) => (
    <div key={width} className={css.option}>
      <Skeleton variant="rounded" width={18} height={18} />
      <Skeleton width={width} />
    </div>
  ))
}

function useUnits(name: string) {
  return useInfiniteQuery({
    queryKey: ['unit', 'options', name],
    queryFn: ({ signal, pageParam }) =>
      call(
        'unit.search',
        { query: { pageNumber: pageParam, pageSize: PAGE_SIZE, sortAscending: true }, body: name ? { name } : {} },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (pages.length * PAGE_SIZE < last.totalCount ? pages.length : undefined),
    placeholderData: keepPreviousData,
  })
}
