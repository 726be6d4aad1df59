/** A filter that takes several of a few: a chip that says which, and a menu, which is loaded when it is opened. */
import { useState } from 'react'
import { lazyPart } from '#lib/service/patient-load.ts'
import { LazyOverlay } from '#ui/feedback/lazy-overlay.tsx'
import { FilterChip } from './filter-bar.tsx'

const ChoiceMenu = lazyPart(() => import('./choice-menu.tsx'))

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
  const toggle = (value: string) => {
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
      {anchor && (
        <LazyOverlay onFailed={() => setAnchor(null)}>
          <ChoiceMenu
            anchor={anchor}
            isOpen={isOpen}
            options={options}
            chosen={chosen}
            onToggle={toggle}
            onClose={() => setOpen(false)}
          />
        </LazyOverlay>
      )}
    </>
  )
}
