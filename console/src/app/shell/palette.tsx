/** The command palette (Ctrl or Cmd with K): type, select with the arrow keys, open. Pages, cameras, and units as filters. */
import { Dialog } from '@mui/material'
import { CornerDownLeft, Search } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from './palette.module.css'
import { type Entry, useEntries } from './palette-entries.ts'

export default function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shortcut')
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const listId = useId()
  const entries = useEntries(typed.trim())
  const choose = (entry: Entry | undefined) => {
    if (!entry) return
    onClose()
    void entry.go()
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setAt((now) => (now + step + entries.length) % Math.max(1, entries.length))
    else if (event.key === 'Enter') choose(entries[at])
    else return
    event.preventDefault()
  }
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth className={css.dialog} aria-label={t('palette')}>
      <label className={css.search}>
        <Search size={20} aria-hidden />
        <input
          autoFocus
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={entries[at] && `${listId}-${at}`}
          placeholder={t('palette-placeholder')}
          value={typed}
          onKeyDown={press}
          onChange={(event) => {
            setTyped(event.target.value)
            setAt(0)
          }}
        />
      </label>
      <div role="listbox" id={listId} className={css.list}>
        {entries.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above owns the keyboard.
          <div
            key={entry.key}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className={css.entry}
            onClick={() => choose(entry)}
          >
            <entry.icon size={18} aria-hidden />
            <span className={css.label}>{entry.label}</span>
            <span className={css.kind}>{entry.kind}</span>
            {index === at && <CornerDownLeft size={16} aria-hidden />}
          </div>
        ))}
        {entries.length === 0 && <p className={css.none}>{t('palette-none')}</p>}
      </div>
    </Dialog>
  )
}
