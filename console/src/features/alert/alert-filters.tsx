/** The filter bar of the alerts list: every choice is said on its chip and kept in the address. ALERT-02. */
import { Checkbox, ListItemText, Menu, MenuItem } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access.ts'
import { call } from '#lib/api.ts'
import { useUser } from '#lib/session.ts'
import { FilterBar, FilterChip } from '#ui/filter-bar.tsx'
import { PlainSelect } from '#ui/plain-select.tsx'
import { ViewSwitch } from '#ui/view-switch.tsx'
import { ALERT_APPS, ALERT_SEVERITIES, type AlertSearch, RANGES, type Range } from './alert-search.ts'

type Props = { search: AlertSearch; onChange: (change: Partial<AlertSearch>) => void }

export function AlertFilters({ search, onChange }: Props) {
  const { t } = useTranslation('alert')
  const { t: word } = useTranslation('word')
  return (
    <FilterBar end={<Order search={search} onChange={onChange} />}>
      <PlainSelect<Range | ''>
        label={t('range')}
        value={search.range ?? ''}
        options={[
          { value: '', label: t('range-any') },
          ...RANGES.map((range) => ({ value: range, label: t(`range-${range}`) })),
        ]}
        onChange={(range) => onChange({ range: range === '' ? undefined : range })}
      />
      <ChoiceChip
        label={t('severity')}
        options={ALERT_SEVERITIES}
        chosen={search.severities ?? []}
        wordOf={(severity) => word(`severity-${severity}`)}
        onChange={(severities) => onChange({ severities })}
      />
      <ChoiceChip
        label={t('activity')}
        options={ALERT_APPS}
        chosen={search.appCodes ?? []}
        wordOf={(code) => word(`app-${code}`)}
        onChange={(appCodes) => onChange({ appCodes })}
      />
      {search.cameraId && <CameraChip cameraId={search.cameraId} onLift={() => onChange({ cameraId: undefined })} />}
      <FilterChip
        label={t('only-unseen')}
        on={search.unread === true}
        onClick={() => onChange({ unread: search.unread ? undefined : true })}
      />
      <FilterChip
        label={t('archived')}
        on={search.archived === true}
        onClick={() => onChange({ archived: search.archived ? undefined : true })}
      />
    </FilterBar>
  )
}

function CameraChip({ cameraId, onLift }: { cameraId: string; onLift: () => void }) {
  const { t } = useTranslation('alert')
  const { role } = useUser()
  const { data } = useQuery({
    queryKey: ['camera', 'one', cameraId],
    queryFn: ({ signal }) => call('camera.get', { params: { id: cameraId } }, signal),
    enabled: mayCall(role, 'camera.get'),
  })
  const label = data ? `${t('camera')}: ${data.name}` : t('one-camera')
  return <FilterChip label={label} on onClick={onLift} onClear={onLift} />
}

function Order({ search, onChange }: Props): ReactNode {
  const { t } = useTranslation('alert')
  return (
    <>
      <PlainSelect
        label={t('order')}
        value={search.sort ?? 'newest'}
        options={[
          { value: 'newest', label: t('sort-newest') },
          { value: 'oldest', label: t('sort-oldest') },
        ]}
        onChange={(sort) => onChange({ sort: sort === 'oldest' ? 'oldest' : undefined })}
      />
      <ViewSwitch view={search.view} onChange={(view) => onChange({ view })} />
    </>
  )
}

type ChoiceProps<T extends string> = {
  label: string
  options: readonly T[]
  chosen: readonly T[]
  wordOf: (option: T) => string
  onChange: (chosen: T[] | undefined) => void
}

/** Several of a few, in a menu that stays open while choosing. */
function ChoiceChip<T extends string>({ label, options, chosen, wordOf, onChange }: ChoiceProps<T>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const toggle = (option: T) => {
    const next = options.filter((one) => (one === option ? !chosen.includes(one) : chosen.includes(one)))
    onChange(next.length > 0 ? next : undefined)
  }
  return (
    <>
      <FilterChip
        label={chosen.length > 0 ? `${label}: ${chosen.map(wordOf).join(', ')}` : label}
        on={chosen.length > 0}
        opens
        onClick={setAnchor}
        onClear={() => onChange(undefined)}
      />
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {options.map((option) => (
          <MenuItem
            key={option}
            role="menuitemcheckbox"
            aria-checked={chosen.includes(option)}
            onClick={() => toggle(option)}
          >
            <Checkbox checked={chosen.includes(option)} tabIndex={-1} disableRipple size="small" edge="start" />
            <ListItemText>{wordOf(option)}</ListItemText>
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
