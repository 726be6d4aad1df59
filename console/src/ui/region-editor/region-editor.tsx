/** Edits the regions or privacy masks of a frame: drawn, moved, named and removed by pointer, finger and keyboard. CAM-08. */
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useId, useReducer, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { historyKey } from '../form/edit-history.ts'
import css from './region-editor.module.css'
import { RegionPanel } from './region-panel.tsx'
import type { RegionKind, RegionRules, Shape } from './region-rules.ts'
import { RegionStage } from './region-stage.tsx'
import { type RegionState, regionStart, regionStep } from './region-state.ts'
import { RegionTools } from './region-tools.tsx'
import { type View, WHOLE_VIEW } from './region-view.ts'

type Props = {
  label: string
  /** Address of the camera's latest frame; null without one. */
  image: string | null
  /** Pixels of the camera's own frame: corners are saved in them, however small the displayed frame is. */
  size: { width: number; height: number }
  kind: RegionKind
  regions: readonly Shape[]
  onChange: (regions: Shape[]) => void
  /** 1 unless the hub or the service computes the regions. */
  maxRegions: number
  /** Whether a region may have an arrow from head to feet. */
  hasArrow?: boolean
  /** Right below the frame. */
  foot?: ReactNode
}

export function RegionEditor({
  label,
  image,
  size,
  kind,
  regions,
  onChange,
  maxRegions,
  hasArrow = false,
  foot,
}: Props) {
  const { t } = useTranslation('region')
  const [state, dispatch] = useRegionState(regions, onChange, { size, max: maxRegions, kind })
  const [view, setView] = useState<View>(WHOLE_VIEW)
  const changeView = useCallback((change: (view: View) => View) => setView(change), [])
  const helpId = useId()
  const nextName = t(`name-${kind}`, { number: state.history.now.length + 1 })
  const onKeyDown = (event: KeyboardEvent) => {
    const wanted = historyKey(event)
    // In a field the keys undo typing.
    if (!wanted || (event.target instanceof HTMLInputElement && event.target.type === 'text')) return
    event.preventDefault()
    dispatch({ type: wanted })
  }
  return (
    <fieldset aria-label={label} className={css.editor} onKeyDown={onKeyDown}>
      <div className={css.parts}>
        <div className={css.main}>
          <RegionTools
            history={state.history}
            draft={state.draft}
            chosen={state.chosen}
            corner={state.corner}
            kind={kind}
            max={maxRegions}
            nextName={nextName}
            size={size}
            view={view}
            dispatch={dispatch}
            onView={changeView}
          />
          <RegionStage
            image={image}
            label={t('image')}
            helpId={helpId}
            state={state}
            dispatch={dispatch}
            view={view}
            onView={changeView}
            nextName={nextName}
            isMask={kind === 'masks'}
          />
          <SaidLine state={state} />
          {foot}
        </div>
        <RegionPanel
          shapes={state.history.now}
          chosen={state.chosen}
          kind={kind}
          hasArrow={hasArrow}
          helpId={helpId}
          dispatch={dispatch}
        />
      </div>
    </fieldset>
  )
}

/** The last action or error, visible and for screen readers. */
function SaidLine({ state: { said } }: { state: RegionState }) {
  const { t } = useTranslation('region')
  return (
    <p
      className={css.said}
      data-rejection={said?.isRejection || undefined}
      aria-live={said?.isRejection ? 'assertive' : 'polite'}
    >
      {said ? t(said.key, said.values ?? {}) : ' '}
    </p>
  )
}

/** The editor's own state: each step is passed out, and different shapes from outside start a new history. */
function useRegionState(shapes: readonly Shape[], onChange: (shapes: Shape[]) => void, rules: RegionRules) {
  const [state, dispatch] = useReducer(regionStep, null, () => regionStart(shapes, rules))
  const sent = useRef(state.history.now)
  const newest = useRef(onChange)
  const now = state.history.now
  useEffect(() => {
    newest.current = onChange
  })
  // Before the next is sent: after two quick steps, the first returns together with the second.
  useEffect(() => {
    if (JSON.stringify(shapes) === JSON.stringify(sent.current)) return
    sent.current = shapes
    dispatch({ type: 'replace', shapes })
  }, [shapes])
  useEffect(() => {
    if (sent.current === now) return
    sent.current = now
    newest.current([...now])
  }, [now])
  const { max, kind } = rules
  const { width, height } = rules.size
  useEffect(
    () => dispatch({ type: 'rules', rules: { size: { width, height }, max, kind } }),
    [width, height, max, kind],
  )
  return [state, dispatch] as const
}
