/** The menu behind a ChoiceChip: it stays open while choosing. */
import { Checkbox, ListItemText, Menu, MenuItem } from '@mui/material'

type Props = {
  anchor: HTMLElement
  isOpen: boolean
  options: readonly { value: string; label: string }[]
  chosen: readonly string[]
  onToggle: (value: string) => void
  onClose: () => void
}

export default function ChoiceMenu({ anchor, isOpen, options, chosen, onToggle, onClose }: Props) {
  return (
    <Menu anchorEl={anchor} open={isOpen} onClose={onClose}>
      {options.map(({ value, label }) => (
        <MenuItem
          key={value}
          role="menuitemcheckbox"
          aria-checked={chosen.includes(value)}
          onClick={() => onToggle(value)}
        >
          <Checkbox checked={chosen.includes(value)} tabIndex={-1} disableRipple size="small" edge="start" />
          <ListItemText>{label}</ListItemText>
        </MenuItem>
      ))}
    </Menu>
  )
}
