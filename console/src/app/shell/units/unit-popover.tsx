/** What the units filter opens. */
import { Popover } from '@mui/material'
import { useTranslation } from 'react-i18next'
import css from './unit-filter.module.css'
import UnitOptions from './unit-options.tsx'

type Props = { anchor: HTMLElement; onClose: () => void }

export default function UnitPopover({ anchor, onClose }: Props) {
  const { t } = useTranslation('app')
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { className: css.paper!, role: 'dialog', 'aria-label': t('units') } }}
    >
      <UnitOptions />
    </Popover>
  )
}
