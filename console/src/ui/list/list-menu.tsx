/** How a list is drawn: which columns, how dense. Remembered per list in this browser. */
import { IconButton, Menu, MenuItem } from '@mui/material'
import { Check, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ListSettings, shownColumns } from '#lib/list/list-settings.ts'
import css from './list-menu.module.css'

type Column = { id: string; header: string; isOptional?: boolean }
type Props = { columns: readonly Column[]; settings: ListSettings; onChange: (change: Partial<ListSettings>) => void }

export function ListMenu({ columns, settings, onChange }: Props) {
  const { t } = useTranslation('ui')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const shown = new Set(shownColumns(columns, settings).map(({ id }) => id))
  return (
    <>
      <IconButton
        aria-label={t('list-settings')}
        data-tip={t('list-settings')}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <SlidersHorizontal size={20} />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <li className={css.head}>{t('columns')}</li>
        {columns.slice(1).map(({ id, header }) => (
          <MenuItem
            key={id}
            role="menuitemcheckbox"
            aria-checked={shown.has(id)}
            onClick={() => onChange({ columns: { ...settings.columns, [id]: !shown.has(id) } })}
          >
            <Check size={18} className={css.mark} data-on={shown.has(id) || undefined} aria-hidden />
            {header}
          </MenuItem>
        ))}
        <li className={css.head}>{t('density')}</li>
        {(['comfortable', 'compact'] as const).map((density) => (
          <MenuItem
            key={density}
            role="menuitemradio"
            aria-checked={settings.density === density}
            onClick={() => onChange({ density })}
          >
            <Check size={18} className={css.mark} data-on={settings.density === density || undefined} aria-hidden />
            {t(`density-${density}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
