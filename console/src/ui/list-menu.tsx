/** How a list is drawn: which columns, how dense. Remembered per list in this browser. */
import { Checkbox, IconButton, ListItemText, ListSubheader, Menu, MenuItem, Radio, Tooltip } from '@mui/material'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ListSettings, shownColumns } from '#lib/list-settings.ts'

type Column = { id: string; header: string; isOptional?: boolean }
type Props = { columns: readonly Column[]; settings: ListSettings; onChange: (change: Partial<ListSettings>) => void }

export function ListMenu({ columns, settings, onChange }: Props) {
  const { t } = useTranslation('ui')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const shown = new Set(shownColumns(columns, settings).map(({ id }) => id))
  return (
    <>
      <Tooltip title={t('list-settings')}>
        <IconButton
          aria-label={t('list-settings')}
          aria-haspopup="menu"
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <SlidersHorizontal size={20} />
        </IconButton>
      </Tooltip>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <ListSubheader role="presentation">{t('columns')}</ListSubheader>
        {columns.slice(1).map(({ id, header }) => (
          <MenuItem
            key={id}
            role="menuitemcheckbox"
            aria-checked={shown.has(id)}
            onClick={() => onChange({ columns: { ...settings.columns, [id]: !shown.has(id) } })}
          >
            <Checkbox checked={shown.has(id)} tabIndex={-1} disableRipple size="small" edge="start" />
            <ListItemText>{header}</ListItemText>
          </MenuItem>
        ))}
        <ListSubheader role="presentation">{t('density')}</ListSubheader>
        {(['comfortable', 'compact'] as const).map((density) => (
          <MenuItem
            key={density}
            role="menuitemradio"
            aria-checked={settings.density === density}
            onClick={() => onChange({ density })}
          >
            <Radio checked={settings.density === density} tabIndex={-1} disableRipple size="small" edge="start" />
            <ListItemText>{t(`density-${density}`)}</ListItemText>
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
