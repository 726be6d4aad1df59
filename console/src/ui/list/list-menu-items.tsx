/** The menu behind a ListMenu: which columns are shown, and how dense the list is. */
import { Menu, MenuItem } from '@mui/material'
import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type ListSettings, shownColumns } from '#lib/list/list-settings.ts'
import css from './list-menu.module.css'

type Column = { id: string; header: string; isOptional?: boolean }
export type ListMenuProps = {
  columns: readonly Column[]
  settings: ListSettings
  onChange: (change: Partial<ListSettings>) => void
}
type Props = ListMenuProps & { anchor: HTMLElement; isOpen: boolean; onClose: () => void }

export default function ListMenuItems({ columns, settings, onChange, anchor, isOpen, onClose }: Props) {
  const { t } = useTranslation('ui')
  const shown = new Set(shownColumns(columns, settings).map(({ id }) => id))
  return (
    <Menu anchorEl={anchor} open={isOpen} onClose={onClose}>
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
  )
}
