/** The list of a PickChip: found by typing, selected by a checkbox, selected ones on top. */
import { Popover } from '@mui/material'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDebounced } from '#lib/list/paced.ts'
import { useErrorText } from '#lib/service/use-error-text.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import css from './pick-menu.module.css'

type PickedOption = {
  id: string
  label: string
  /** A secondary text, such as a camera's place. */
  hint?: string | undefined
}

export type PickMenuProps = {
  anchor: HTMLElement
  label: string
  /** Cache key of the search: `['camera', 'pick']`. */
  queryKey: readonly unknown[]
  /** The first matching options; all of them for an empty text. */
  find: (text: string, signal: AbortSignal) => Promise<PickedOption[]>
  chosen: readonly string[] | undefined
  /** The names of selected options, as far as known. */
  named: readonly PickedOption[]
  /** Undefined without a selection, so that the address stays plain. */
  onChange: (chosen: string[] | undefined) => void
  onClose: () => void
}

const PAUSE_MS = 300

export default function PickMenu({
  anchor,
  label,
  queryKey,
  find,
  chosen = [],
  named,
  onChange,
  onClose,
}: PickMenuProps) {
  const { t } = useTranslation('ui')
  const errorText = useErrorText()
  const [text, setText] = useState('')
  const debounced = useDebounced(text.trim(), PAUSE_MS)
  // Options that were selected when it opened: an option ticked now must not move under the pointer.
  const [first] = useState(() => named.filter(({ id }) => chosen.includes(id)))
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...queryKey, debounced],
    queryFn: ({ signal }) => find(debounced, signal),
    placeholderData: keepPreviousData,
  })
  const found = data ?? []
  const options = debounced ? found : [...first, ...found.filter(({ id }) => first.every((one) => one.id !== id))]
  const toggle = (id: string) => {
    const next = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]
    onChange(next.length > 0 ? next : undefined)
  }
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { className: css.paper!, role: 'dialog', 'aria-label': label } }}
    >
      <label className={css.search}>
        <Search size={18} aria-hidden />
        <input
          // biome-ignore lint/a11y/noAutofocus: the list was opened to choose from it, and focus returns on closing.
          autoFocus
          type="search"
          aria-label={t('find-in', { name: label })}
          placeholder={t('find-in', { name: label })}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <div className={css.list} aria-busy={isFetching}>
        {error && <Notice action={{ label: t('retry'), onClick: refetch }}>{errorText(error)}</Notice>}
        {options.map((option) => (
          <label key={option.id} className={css.option}>
            <input
              type="checkbox"
              className="check"
              checked={chosen.includes(option.id)}
              onChange={() => toggle(option.id)}
            />
            <span className={css.name}>{option.label}</span>
            {option.hint && <span className={css.hint}>{option.hint}</span>}
          </label>
        ))}
        {data && options.length === 0 && <p className={css.none}>{t('no-matches')}</p>}
      </div>
    </Popover>
  )
}
