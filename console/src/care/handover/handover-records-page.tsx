/** handover/records: past handovers, newest first, with full-text search. HANDOVER-01. */
import type { HandoverRecord } from '@mimamori/contract/care/handover.ts'
import { Skeleton } from '@mui/material'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useList } from '#lib/list/use-list.ts'
import { useIsOutside } from '#lib/session/session.ts'
import { useUnitIds } from '#lib/session/unit-filter.ts'
import { useTime } from '#lib/time/use-time.ts'
import { BackLink } from '#ui/layout/link-button.tsx'
import { NotConnected } from '#ui/layout/not-connected.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { FilterBar } from '#ui/list/filter/filter-bar.tsx'
import { SearchBox } from '#ui/list/filter/search-box.tsx'
import { Pager } from '#ui/list/pager.tsx'
import { RecordList } from '#ui/list/record-list.tsx'
import css from './handover.module.css'
import { useHandoverPage } from './handover-queries.ts'

const route = getRouteApi('/app/handover/records')
const BLANK = <Skeleton variant="rounded" height={320} />

export function HandoverRecordsPage() {
  const { t } = useTranslation('handover')
  const search = route.useSearch()
  const unitIds = useUnitIds()
  const list = useList({ search, order: { column: 'handedAt', ascending: false } })
  const { text } = search
  const records = useHandoverPage({ ...(text && { text }), ...(unitIds?.length && { unitIds }) }, list.page)
  if (useIsOutside()) return <NotConnected />
  const count = records.data?.totalCount
  return (
    <>
      <PageHeader
        lead={<BackLink to="/app/handover" label={t('back')} />}
        title={t('records')}
        count={count === undefined ? undefined : t('records-count', { count })}
      />
      <FilterBar
        search={<SearchBox label={t('search')} text={text ?? ''} onChange={(next) => list.change({ text: next })} />}
      >
        {null}
      </FilterBar>
      <RecordList
        query={records}
        skeleton={BLANK}
        none={{ title: t('none'), help: t('none-help') }}
        onClearFilters={list.isNarrowed ? list.clear : undefined}
        footer={(totalCount) => <Pager {...list} {...list.page} totalCount={totalCount} />}
      >
        {(found) => (
          <ul className={css.records}>
            {found.map((record) => (
              <RecordRow key={record.id} record={record} />
            ))}
          </ul>
        )}
      </RecordList>
    </>
  )
}

function RecordRow({ record }: { record: HandoverRecord }) {
  const { t } = useTranslation('handover')
  const time = useTime()
  const { id, shiftName, shiftKey, unitName, startsAt, alarmCount, openCount, note } = record
  const shift = shiftName ?? t(shiftKey === 'day' ? 'shift-day' : 'shift-night')
  const handed = { giver: record.giverName, receiver: record.receiverName, time: time.dateTime(record.handedAt) }
  return (
    <li className={css.record}>
      <Link to="/app/handover/records/$recordId" params={{ recordId: id }} className={css.link}>
        {shift} · {time.dateTime(startsAt)}
      </Link>
      <span className={css.small}>{unitName ?? t('whole-site')}</span>
      <span>{t('handed-by', handed)}</span>
      <span className={css.small}>{t('alarms-count', { count: alarmCount, open: openCount })}</span>
      {note && <span className={css.excerpt}>{note}</span>}
    </li>
  )
}
