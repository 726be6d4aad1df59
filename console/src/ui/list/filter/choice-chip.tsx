/** A filter that takes several of a few: a chip that says which, and a menu that stays open while choosing. */
import { Checkbox, ListItemText, Menu, MenuItem } from '@mui/material'
import { useState } from 'react'
import { FilterChip } from './filter-bar.tsx'

type Props<T extends string> = {
  label: string
  options: readonly { value: T; label: string }[]
  chosen: readonly T[] | undefined
  /** Undefined when nothing is chosen, so that the address stays plain. */
  onChange: (chosen: T[] | undefined) => void
}

export function ChoiceChip<T extends string>({ label, options, chosen = [], onChange }: Props<T>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  const open = (chip: HTMLElement) => {
    setAnchor(chip)
    setOpen(true)
  }
  const toggle = (value: T) => {
    const next = options
      .map((option) => option.value)
      .filter((one) => (one === value ? !chosen.includes(one) : chosen.includes(one)))
    onChange(next.length > 0 ? next : undefined)
  }
  const words = options.filter(({ value }) => chosen.includes(value)).map((option) => option.label)
  return (
    <>
      <FilterChip
        label={words.length > 0 ? `${label}: ${words.join(', ')}` : label}
        on={chosen.length > 0}
        opens
        onClick={open}
        onClear={() => onChange(undefined)}
      />
      {/* A closed menu takes its time too, and few are ever opened. */}
      {anchor && (
        <Menu anchorEl={anchor} open={isOpen} onClose={() => setOpen(false)}>
          {options.map((option) => (
            <MenuItem
              key={option.value}
              role="menuitemcheckbox"
              aria-checked={chosen.includes(option.value)}
              onClick={() => toggle(option.value)}
            >
              <Checkbox checked={chosen.includes(option.value)} tabIndex={-1} disableRipple size="small" edge="start" />
              <ListItemText>{option.label}</ListItemText>
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  )
}
