/** Saved filters: choose one, keep what the list is narrowed by, rename, make the default, delete. ALERT-03. */
import { SAVED_FILTERS_MAX, type SavedFilter } from '@mimamori/contract/alerting/alert-filter.ts'
import { Button, IconButton, Popover } from '@mui/material'
import { Pencil, Star, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { isNarrowed } from '#lib/list/list-search.ts'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { useUser } from '#lib/session/session.ts'
import { chooseUnits, useUnitFilter, useUnitIds } from '#lib/session/unit-filter.ts'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'
import { LoadFailed } from '#ui/list/record-list.tsx'
import { useForgetFilter, useKeepFilter, useSavedFilters, useUnavailable } from './alert-filter-queries.ts'
import { type FilterProps, fromContent, isInForce, toContent } from './alert-search.ts'
import css from './saved-filter-menu.module.css'
import { SavedFilterName } from './saved-filter-name.tsx'

type Props = FilterProps & { anchor: HTMLElement; onClose: () => void }

export default function SavedFilterMenu({ search, onChange, anchor, onClose }: Props) {
  const { t } = useTranslation('alert-tool')
  const { role } = useUser()
  const filters = useSavedFilters()
  // Whose name is being written; `new` for one to be saved.
  const [named, setNamed] = useState<string | null>(null)
  const records = filters.data ?? []
  const units = useUnitFilter()
  const unitIds = useUnitIds()
  const unavailable = useUnavailable(mayCall(role, 'camera.search') ? records : [], unitIds)
  const choose = (filter: SavedFilter) => {
    if (filter.content.units.length > 0) chooseUnits(filter.content.units)
    onChange({ ...fromContent(filter.content), plain: undefined } as Parameters<typeof onChange>[0])
    onClose()
  }
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { className: css.paper!, role: 'dialog', 'aria-label': t('saved-filters') } }}
    >
      {filters.error && <LoadFailed error={filters.error} onRetry={filters.refetch} />}
      {filters.data && records.length === 0 && <p className={css.none}>{t('no-saved-filters')}</p>}
      <ul className={css.list}>
        {records.map((filter) =>
          named === filter.id ? (
            <li key={filter.id} className={css.naming}>
              <SavedFilterName filter={filter} onDone={() => setNamed(null)} />
            </li>
          ) : (
            <Row
              key={filter.id}
              filter={filter}
              isOn={isInForce(filter, search, units)}
              isUnavailable={unavailable.has(filter.id)}
              onChoose={() => choose(filter)}
              onRename={() => setNamed(filter.id)}
            />
          ),
        )}
      </ul>
      {mayCall(role, 'alertFilter.create') && role !== 'DEMO_USER' && (
        <div className={css.foot}>
          {records.length >= SAVED_FILTERS_MAX ? (
            <p className={css.quiet}>{t('maximum')}</p>
          ) : named === 'new' ? (
            <SavedFilterName content={toContent(search, units)} onDone={() => setNamed(null)} />
          ) : (
            <Keep
              isNarrowed={isNarrowed(search) || units.length > 0}
              isFixed={search.from !== undefined}
              onKeep={() => setNamed('new')}
            />
          )}
        </div>
      )}
    </Popover>
  )
}

type KeepProps = { isNarrowed: boolean; isFixed: boolean; onKeep: () => void }

function Keep({ isNarrowed: hasFilters, isFixed, onKeep }: KeepProps) {
  const { t } = useTranslation('alert-tool')
  return (
    <>
      <Button disabled={!hasFilters} onClick={onKeep}>
        {t('keep-filter')}
      </Button>
      {!hasFilters && <p className={css.quiet}>{t('keep-nothing')}</p>}
      {isFixed && <p className={css.quiet}>{t('keep-without-dates')}</p>}
    </>
  )
}

type RowProps = {
  filter: SavedFilter
  isOn: boolean
  isUnavailable: boolean
  onChoose: () => void
  onRename: () => void
}

function Row({ filter, isOn, isUnavailable, onChoose, onRename }: RowProps) {
  const { t } = useTranslation('alert-tool')
  const { t: ui } = useTranslation('ui')
  const { role } = useUser()
  const keep = useKeepFilter()
  const forget = useForgetFilter()
  const onError = (error: unknown) => notifyError(errorTextNow(error))
  const { id, ...draft } = filter
  const { name, isDefault } = draft
  const turnDefault = () => keep.mutate({ ...filter, isDefault: !isDefault }, { onError })
  const restore = () => keep.mutate(draft, { onError })
  const remove = () =>
    forget.mutate(id, {
      onSuccess: () => notifySuccess(t('filter-deleted'), { label: ui('undo'), onClick: restore }),
      onError,
    })
  return (
    <li className={css.row} data-on={isOn || undefined}>
      <button type="button" className={css.choose} aria-pressed={isOn} onClick={onChoose}>
        {name}
        {isUnavailable && <small className={css.quiet}>{t('cameras-not-available')}</small>}
      </button>
      {role !== 'DEMO_USER' && (
        <>
          <IconButton
            aria-label={t('default-of', { name })}
            aria-pressed={isDefault}
            title={t(isDefault ? 'default-off' : 'default-on')}
            onClick={turnDefault}
          >
            <Star size={18} fill={isDefault ? 'currentColor' : 'none'} />
          </IconButton>
          <IconButton aria-label={t('rename-of', { name })} title={t('rename')} onClick={onRename}>
            <Pencil size={18} />
          </IconButton>
          <IconButton aria-label={t('delete-of', { name })} title={ui('delete')} onClick={remove}>
            <Trash2 size={18} />
          </IconButton>
        </>
      )}
    </li>
  )
}
