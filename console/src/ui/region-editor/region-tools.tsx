/** The tools over the frame of the region editor. */
import { Button, IconButton } from '@mui/material'
import { Check, CirclePlus, Maximize, PenTool, Redo2, Trash2, Undo2, X, ZoomIn, ZoomOut } from 'lucide-react'
import { type Dispatch, memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import css from './region-editor.module.css'
import type { RegionKind } from './region-rules.ts'
import type { RegionAction, RegionState } from './region-state.ts'
import { type Size, type View, WHOLE_VIEW, zoomedAt } from './region-view.ts'

type Props = Pick<RegionState, 'history' | 'draft' | 'chosen' | 'corner'> & {
  kind: RegionKind
  max: number
  nextName: string
  size: Size
  view: View
  dispatch: Dispatch<RegionAction>
  onView: (change: (view: View) => View) => void
}

const ZOOM_STEP = 1.5

export const RegionTools = memo(function RegionTools(props: Props) {
  const { t } = useTranslation('region')
  const { history, draft, chosen, corner, kind, max, nextName, view, size, dispatch, onView } = props
  const middle = { x: view.x + size.width / view.zoom / 2, y: view.y + size.height / view.zoom / 2 }
  const isFull = history.now.length >= max
  return (
    <div className={css.tools} role="toolbar" aria-label={t('tools')}>
      {draft ? (
        <>
          <Button
            size="small"
            variant="contained"
            startIcon={<Check />}
            onClick={() => dispatch({ type: 'finish', name: nextName })}
          >
            {t('finish')}
          </Button>
          <Button size="small" variant="text" startIcon={<X />} onClick={() => dispatch({ type: 'cancel' })}>
            {t('cancel')}
          </Button>
        </>
      ) : (
        <Button size="small" startIcon={<PenTool />} aria-disabled={isFull} onClick={() => dispatch({ type: 'draw' })}>
          {t(`draw-${kind}`)}
        </Button>
      )}
      <Tool label={t('insert-corner')} isOff={chosen === null} onClick={() => dispatch({ type: 'insert' })}>
        <CirclePlus size={18} />
      </Tool>
      <Tool
        label={t(corner === null ? (`delete-${kind}` as const) : 'delete-corner')}
        isOff={chosen === null}
        onClick={() => dispatch({ type: 'delete' })}
      >
        <Trash2 size={18} />
      </Tool>
      <Tool
        label={t('undo')}
        isOff={history.past.length === 0 && !draft?.length}
        onClick={() => dispatch({ type: 'undo' })}
      >
        <Undo2 size={18} />
      </Tool>
      <Tool label={t('redo')} isOff={history.future.length === 0} onClick={() => dispatch({ type: 'redo' })}>
        <Redo2 size={18} />
      </Tool>
      <span className={css.space} />
      <Tool label={t('zoom-in')} isOff={false} onClick={() => onView((now) => zoomedAt(now, size, ZOOM_STEP, middle))}>
        <ZoomIn size={18} />
      </Tool>
      <Tool
        label={t('zoom-out')}
        isOff={view.zoom === 1}
        onClick={() => onView((now) => zoomedAt(now, size, 1 / ZOOM_STEP, middle))}
      >
        <ZoomOut size={18} />
      </Tool>
      <Tool label={t('whole')} isOff={view.zoom === 1} onClick={() => onView(() => WHOLE_VIEW)}>
        <Maximize size={18} />
      </Tool>
    </div>
  )
})

function Tool({
  label,
  isOff,
  onClick,
  children,
}: {
  label: string
  isOff: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <IconButton size="small" aria-label={label} title={label} disabled={isOff} onClick={onClick}>
      {children}
    </IconButton>
  )
}
