/** audit: who did what, when and from where; administrators see their site’s rows, others their own. */
import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '#lib/list/use-list.ts'
import { call } from '#lib/service/api.ts'
import { usePageCall } from '#lib/service/use-call.ts'
import { useUser } from '#lib/session/session.ts'
import { useNow } from '#lib/time/use-time.ts'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { ChoiceChip } from '#ui/list/filter/choice-chip.tsx'
import { FilterChip } from '#ui/list/filter/filter-bar.tsx'
import { PlainSelect } from '#ui/list/filter/plain-select.tsx'
import { RecordTable } from '#ui/list/table/record-table.tsx'
import { useAuditColumns } from './audit-columns.tsx'
import { AREA_NAMES, type AuditRange, type AuditSearch, RANGES, toAuditFilter, USUAL_RANGE } from './audit-search.ts'

const route = getRouteApi('/app/audit')
const OWN_ROWS = ['USER', 'RESTRICTED_USER']

export function AuditPage() {
  const { t } = useTranslation('audit')
  const search = route.useSearch()
  const list = useList({ search, order: { column: 'at', ascending: false } })
  const minute = Math.floor(useNow().getTime() / MINUTE_MS)
  const filter = useMemo(() => toAuditFilter(search, new Date(minute * MINUTE_MS)), [search, minute])
  const columns = useAuditColumns()
  const isOwn = OWN_ROWS.includes(useUser().role)
  const entries = usePageCall(
    // The minute is not part of the key: current rows stay visible while newer ones load.
    ['audit', 'page', filter, list.page],
    'audit.search',
    { query: list.page, body: filter },
  )
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t(isOwn ? 'subtitle-own' : 'subtitle')}
        count={entries.data && t('count', { count: entries.data.totalCount })}
      />
      <RecordTable
        name="audit"
        label={t('title')}
        list={list}
        query={entries}
        columns={columns}
        keyOf={(entry) => entry.id}
        nameOf={(entry) => entry.action}
        searchLabel={isOwn ? undefined : t('search')}
        filters={<Filters search={search} onChange={list.change} isOwn={isOwn} />}
        none={{ title: t('none'), help: t('none-help') }}
        exported={(asked) => call('audit.search', { query: { ...list.page, ...asked }, body: filter })}
      />
    </>
  )
}

type FiltersProps = { search: AuditSearch; onChange: (change: Partial<AuditSearch>) => void; isOwn: boolean }

function Filters({ search, onChange, isOwn }: FiltersProps) {
  const { t } = useTranslation('audit')
  const chip = (name: 'views' | 'connected' | 'refused' | 'actorId' | 'objectId', label: string) => (
    <FilterChip
      label={label}
      on={search[name] !== undefined}
      onClick={() => onChange({ [name]: search[name] === undefined ? true : undefined })}
    />
  )
  return (
    <>
      <PlainSelect<AuditRange>
        label={t('range')}
        value={search.range ?? USUAL_RANGE}
        options={RANGES.map((range) => ({ value: range, label: t(`range-${range}`) }))}
        onChange={(range) => onChange({ range: range === USUAL_RANGE ? undefined : range })}
      />
      <ChoiceChip
        label={t('area')}
        options={AREA_NAMES.map((area) => ({ value: area, label: t(`area-${area}`) }))}
        chosen={search.areas}
        onChange={(areas) => onChange({ areas })}
      />
      {chip('views', t('with-views'))}
      {!isOwn && chip('connected', t('only-connected'))}
      {chip('refused', t('only-refused'))}
      {search.actorId && chip('actorId', t('one-person'))}
      {search.objectId && chip('objectId', t('one-object'))}
    </>
  )
}
