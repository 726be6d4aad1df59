/** The name of a filter, when it is saved and when it is renamed. ALERT-03. */
import type { SavedFilter, SavedFilterContent } from '@mimamori/contract/alerting/alert-filter.ts'
import { Button, TextField } from '@mui/material'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/service/api.ts'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { useKeepFilter } from './alert-filter-queries.ts'
import css from './saved-filter-menu.module.css'

type Props = { onDone: () => void } & (
  | { filter: SavedFilter; content?: undefined }
  | { filter?: undefined; content: SavedFilterContent }
)
const NAME_MAX = 60

export function SavedFilterName({ filter, content, onDone }: Props) {
  const { t } = useTranslation('alert-tool')
  const { t: ui } = useTranslation('ui')
  const keep = useKeepFilter()
  const [name, setName] = useState(filter?.name ?? '')
  const [isTried, setTried] = useState(false)
  const error = keep.error ? errorOf(keep.error) : isTried && !name.trim() ? 'name-required' : null
  const save = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!name.trim() || keep.isPending) return
    keep.mutate(filter ? { ...filter, name } : { name, content }, { onSuccess: onDone })
  }
  return (
    <form
      noValidate
      className={css.form}
      onSubmit={save}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onDone()
      }}
    >
      <TextField
        autoFocus
        fullWidth
        size="small"
        label={t('filter-name')}
        value={name}
        error={error !== null}
        helperText={error && (error === 'other' ? errorTextNow(keep.error) : t(error))}
        slotProps={{ htmlInput: { maxLength: NAME_MAX } }}
        onChange={(event) => {
          setName(event.target.value)
          keep.reset()
        }}
      />
      <div className={css.actions}>
        <Button variant="text" onClick={onDone}>
          {ui('cancel')}
        </Button>
        <Button type="submit" variant="contained" loading={keep.isPending}>
          {ui('save')}
        </Button>
      </div>
    </form>
  )
}

const ERRORS = { 'alert-filter.maximum': 'maximum', 'alert-filter.name-taken': 'name-taken' } as const

function errorOf(error: unknown): (typeof ERRORS)[keyof typeof ERRORS] | 'other' {
  const key = error instanceof ApiError ? error.fields.name : undefined
  return key !== undefined && key in ERRORS ? ERRORS[key as keyof typeof ERRORS] : 'other'
}
