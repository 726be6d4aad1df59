/** Edits the regions or privacy masks of a picture: drawn, moved, named and removed by pointer, finger and keyboard. CAM-08. */
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useId, useReducer, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { historyKey } from '../form/edit-history.ts'
import css from './region-editor.module.css'
import { RegionPanel } from './region-panel.tsx'
import type { RegionRules, Shape } from './region-rules.ts'
import { RegionStage } from './region-stage.tsx'
import { type RegionState, regionStart, regionStep } from './region-state.ts'
import { RegionTools } from './region-tools.tsx'
import { type View, WHOLE_VIEW } from './region-view.ts'

type Props = {
  label: string
  /** Address of the camera's latest frame; null when there is none yet. */
  picture: string | null
  /** Pixels of the camera's own picture: corners are saved to them, however small the frame is that is shown. */
  size: { width: number; height: number }
  kind: 'regions' | 'masks'
  regions: readonly Shape[]
  onChange: (regions: Shape[]) => void
  /** 1 unless the regions are worked out by the hub or the service. */
  maxRegions: number
  /** Whether a region may have an arrow from head to feet. */
  hasArrow?: boolean
  /** Right below the picture. */
  foot?: ReactNode
}

export function RegionEditor({
  label,
  picture,
  size,
  kind,
  regions,
  onChange,
  maxRegions,
  hasArrow = false,
  foot,
}: Props) {
  const { t } = useTranslation('region')
  const [state, dispatch] = useRegionState(regions, onChange, { size, max: maxRegions })
  const [view, setView] = useState<View>(WHOLE_VIEW)
  const changeView = useCallback((change: (view: View) => View) => setView(change), [])
  const helpId = useId()
  const nextName = t(kind === 'masks' ? 'mask-name' : 'region-name', { number: state.history.now.length + 1 })
  const onKeyDown = (event: KeyboardEvent) => {
    const wanted = historyKey(event)
    // In a field the keys undo what was typed.
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
            picture={picture}
            label={t('picture')}
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

/** What was done or refused, for the eye and for screen readers. */
function SaidLine({ state: { said } }: { state: RegionState }) {
  const { t } = useTranslation('region')
  return (
    <p
      className={css.said}
      data-refusal={said?.isRefusal || undefined}
      aria-live={said?.isRefusal ? 'assertive' : 'polite'}
    >
      {said ? t(said.key, said.values ?? {}) : ' '}
    </p>
  )
}

/** The editor's own state; what it holds goes out with each step, and other shapes from outside begin a new history. */
function useRegionState(shapes: readonly Shape[], onChange: (shapes: Shape[]) => void, rules: RegionRules) {
  const [state, dispatch] = useReducer(regionStep, null, () => regionStart(shapes, rules))
  const sent = useRef(state.history.now)
  const newest = useRef(onChange)
  const now = state.history.now
  useEffect(() => {
    newest.current = onChange
  })
  // Before the next is sent: with two quick steps, what comes back of the first arrives together with the second.
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
  const { max } = rules
  const { width, height } = rules.size
  useEffect(() => dispatch({ type: 'rules', rules: { size: { width, height }, max } }), [width, height, max])
  return [state, dispatch] as const
}
