/** One region of ambient motion, with a button that removes it or lets it be learned again. */
import { AMBIENT_GRID, ambientCellsOf } from '@mimamori/contract/camera/ambient/ambient-cells.ts'
import type { AmbientChange } from '@mimamori/contract/camera/ambient/ambient-facts.ts'
import { percentText } from '@mimamori/contract/shared/intl-format.ts'
import { Button } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { useUser } from '#lib/session/session.ts'
import css from './ambient.module.css'

type Props = {
  cells: AmbientChange['cells']
  /** Number of a learned region; undefined: a user removed it. */
  number?: number
  minutes?: number
  onChosen?: (isChosen: boolean) => void
  isPending: boolean
  onChange: (change: Omit<AmbientChange, 'of'>) => void
}

export function AmbientLine({ cells, number, minutes, onChosen, isPending, onChange }: Props) {
  const { t, i18n } = useTranslation('camera-app')
  const { role } = useUser()
  const found = ambientCellsOf(cells)
  const share = found.reduce((sum, cell) => sum + cell, 0) / found.length
  const place = t(`ambient-place-${placeOf(found)}`)
  const size = t('ambient-size', { share: percentText(share, i18n.language) })
  const action = number === undefined ? 'restore' : 'remove'
  return (
    <li
      className={css.line}
      onPointerEnter={() => onChosen?.(true)}
      onPointerLeave={() => onChosen?.(false)}
      onFocus={() => onChosen?.(true)}
      onBlur={() => onChosen?.(false)}
    >
      <span className={css.words}>
        <span>{number === undefined ? place : t('ambient-region', { number, place })}</span>
        <span className={css.quiet}>
          {minutes === undefined
            ? size
            : t('ambient-facts', { size, minutes: t('ambient-minutes', { count: minutes }) })}
        </span>
      </span>
      {mayCall(role, 'ambient.change') && (
        <Button size="small" loading={isPending} onClick={() => onChange({ action, cells })}>
          {t(`ambient-${action}`)}
        </Button>
      )}
    </li>
  )
}

/** Which ninth of the frame contains its middle. */
function placeOf(cells: Uint8Array) {
  const { columns, rows } = AMBIENT_GRID
  let [across, down, count] = [0, 0, 0]
  for (const [at, cell] of cells.entries()) {
    across += cell * ((at % columns) + 0.5)
    down += cell * (Math.floor(at / columns) + 0.5)
    count += cell
  }
  const third = (sum: number, all: number) => Math.min(2, Math.floor((3 * sum) / Math.max(1, count) / all))
  const row = (['upper', 'middle', 'lower'] as const)[third(down, rows)]!
  const column = (['left', 'middle', 'right'] as const)[third(across, columns)]!
  return `${row}-${column}` as const
}
