/** Buttons that look closer at a time line, and at all of it again. */
import { IconButton } from '@mui/material'
import { Maximize2, ZoomIn, ZoomOut } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import css from './recording-timeline.module.css'

type Props = { isClose: boolean; closer: () => void; wider: () => void; all: () => void }

export function TimelineZoom({ isClose, closer, wider, all }: Props) {
  const { t } = useTranslation('recording')
  return (
    <span className={css.zoom}>
      <IconButton size="small" aria-label={t('zoom-in')} title={t('zoom-in')} onClick={closer}>
        <ZoomIn size={18} />
      </IconButton>
      <IconButton size="small" aria-label={t('zoom-out')} title={t('zoom-out')} disabled={!isClose} onClick={wider}>
        <ZoomOut size={18} />
      </IconButton>
      <IconButton size="small" aria-label={t('zoom-all')} title={t('zoom-all')} disabled={!isClose} onClick={all}>
        <Maximize2 size={18} />
      </IconButton>
    </span>
  )
}
