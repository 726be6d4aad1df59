/** A filter that takes several of many: a chip that says which, and a list to search in, loaded when it is opened. */

import { useState } from 'react'
import { lazyPart } from '#lib/service/patient-load.ts'
import { LazyOverlay } from '#ui/feedback/lazy-overlay.tsx'
import { FilterChip } from './filter-bar.tsx'
import type { PickMenuProps } from './pick-menu.tsx'

const PickMenu = lazyPart(() => import('./pick-menu.tsx'))

type Props = Omit<PickMenuProps, 'anchor' | 'onClose'>

/** Number of choices that are named. */
const NAMED = 2

export function PickChip(props: Props) {
  const { label, chosen = [], named, onChange } = props
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const names = chosen.map((id) => named.find((one) => one.id === id)?.label).filter((name) => name !== undefined)
  const more = chosen.length - Math.min(NAMED, names.length)
  const words = [...names.slice(0, NAMED), ...(more > 0 ? [names.length > 0 ? `+${more}` : String(more)] : [])]
  return (
    <>
      <FilterChip
        label={words.length > 0 ? `${label}: ${words.join(', ')}` : label}
        on={chosen.length > 0}
        opens
        onClick={setAnchor}
        onClear={() => onChange(undefined)}
      />
      {anchor && (
        <LazyOverlay onFailed={() => setAnchor(null)}>
          <PickMenu {...props} anchor={anchor} onClose={() => setAnchor(null)} />
        </LazyOverlay>
      )}
    </>
  )
}
