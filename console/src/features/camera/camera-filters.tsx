/** The filter bar of the cameras list. */
import { InputAdornment, OutlinedInput } from '@mui/material'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterBar, FilterChip } from '#ui/filter-bar.tsx'
import { PlainSelect } from '#ui/plain-select.tsx'
import { ViewSwitch } from '#ui/view-switch.tsx'
import { CAMERA_SORTS, CAMERA_STATUSES, type CameraSearch, type CameraSort } from './camera-search.ts'

type Props = { search: CameraSearch; onChange: (change: Partial<CameraSearch>) => void }

export function CameraFilters({ search, onChange }: Props) {
  const { t: word } = useTranslation('word')
  return (
    <FilterBar
      search={<TextFilter text={search.text ?? ''} onChange={(text) => onChange({ text: text || undefined })} />}
      end={<Order search={search} onChange={onChange} />}
    >
      {CAMERA_STATUSES.map((status) => (
        <FilterChip
          key={status}
          label={word(`status-${status}`)}
          on={search.status === status}
          onClick={() => onChange({ status: search.status === status ? undefined : status })}
        />
      ))}
    </FilterBar>
  )
}

function Order({ search, onChange }: Props) {
  const { t } = useTranslation('camera')
  return (
    <>
      <PlainSelect<CameraSort>
        label={t('order')}
        value={search.sort ?? 'name'}
        options={CAMERA_SORTS.map((sort) => ({ value: sort, label: t(`sort-${sort}`) }))}
        onChange={(sort) => onChange({ sort: sort === 'name' ? undefined : sort })}
      />
      <ViewSwitch view={search.view} onChange={(view) => onChange({ view })} />
    </>
  )
}

const PAUSE_MS = 300

/** Asks the service when typing pauses, not at each letter. */
function TextFilter({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const { t } = useTranslation('camera')
  const [draft, setDraft] = useState(text)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new draft starts the pause
  useEffect(() => {
    if (draft === text) return
    const timer = setTimeout(() => onChange(draft), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [draft])
  return (
    <OutlinedInput
      size="small"
      type="search"
      value={draft}
      placeholder={t('search')}
      inputProps={{ 'aria-label': t('search'), 'data-search': '' }}
      startAdornment={
        <InputAdornment position="start">
          <Search size={18} />
        </InputAdornment>
      }
      fullWidth
      onChange={(event) => setDraft(event.currentTarget.value)}
    />
  )
}
