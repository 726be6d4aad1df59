/** The frame of the region editor with the shapes on it; takes pointers and keys. */
import { type CSSProperties, type Dispatch, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from './region-editor.module.css'
import { regionKey } from './region-keys.ts'
import { draftError } from './region-rules.ts'
import { Crosshair, RegionDraft, RegionShape } from './region-shape.tsx'
import { type RegionAction, type RegionState, shapesOf } from './region-state.ts'
import { revealing, type View, viewBoxOf, WHOLE_VIEW, zoomedAt } from './region-view.ts'
import { useRegionGestures } from './use-region-gestures.ts'

type Props = {
  image: string | null
  label: string
  /** Id of the text that explains the keys. */
  helpId: string
  state: RegionState
  dispatch: Dispatch<RegionAction>
  view: View
  onView: (change: (view: View) => View) => void
  nextName: string
  isMask: boolean
}

const WHEEL_FACTOR = 1.0015

export function RegionStage({ image, label, helpId, state, dispatch, view, onView, nextName, isMask }: Props) {
  const { t } = useTranslation('region')
  const svg = useRef<SVGSVGElement>(null)
  const { size } = state.rules
  const unit = useUnit(svg, size.width / view.zoom)
  const gestures = useRegionGestures({ svg, state, dispatch, onView, nextName })
  useWheel(svg, (event) => {
    const box = svg.current!.getBoundingClientRect()
    const at = (share: number, from: number, length: number) => from + share * (length / view.zoom)
    const x = at((event.clientX - box.left) / box.width, view.x, size.width)
    const y = at((event.clientY - box.top) / box.height, view.y, size.height)
    onView((now) => zoomedAt(now, size, WHEEL_FACTOR ** -event.deltaY, { x, y }))
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const wanted = regionKey(event, state, nextName)
    if (!wanted) return
    event.preventDefault()
    if (wanted.action) dispatch(wanted.action)
    const at = { x: state.cursor.x * size.width, y: state.cursor.y * size.height }
    if (wanted.zoom) onView((now) => (wanted.zoom ? zoomedAt(now, size, wanted.zoom, at) : now))
    if (wanted.isWhole) onView(() => WHOLE_VIEW)
    if (wanted.action?.type === 'step') onView((now) => revealing(now, size, at))
  }
  const { draft, cursor, corner, chosen } = state
  const ratio = size.width / size.height
  return (
    <svg
      ref={svg}
      className={css.stage}
      style={{ aspectRatio: ratio, '--ratio': ratio } as CSSProperties}
      viewBox={viewBoxOf(view, size)}
      data-drawing={draft ? true : undefined}
      role="application"
      aria-label={label}
      aria-describedby={helpId}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the frame is where the keyboard draws
      tabIndex={0}
      onKeyDown={onKeyDown}
      {...gestures}
    >
      <rect width={size.width} height={size.height} className={css.ground} />
      {image ? (
        <image href={image} width={size.width} height={size.height} preserveAspectRatio="none" />
      ) : (
        <text x="50%" y="50%" fontSize={14 * unit} className={css.noImage}>
          {t('no-image')}
        </text>
      )}
      {shapesOf(state).map((shape, index) => (
        <RegionShape
          // biome-ignore lint/suspicious/noArrayIndexKey: shapes have no other identity, and keep their order
          key={index}
          shape={shape}
          size={size}
          unit={unit}
          isChosen={index === chosen}
          corner={index === chosen ? corner : null}
          isMask={isMask}
        />
      ))}
      {draft && (
        <>
          <Crosshair cursor={cursor} size={size} />
          <RegionDraft
            draft={draft}
            cursor={cursor}
            size={size}
            unit={unit}
            isRefused={draftError(draft, cursor) !== null}
          />
        </>
      )}
    </svg>
  )
}

/** Pixels of the camera for one of the screen. */
function useUnit(svg: React.RefObject<SVGSVGElement | null>, shownWidth: number): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!svg.current) return
    const watch = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    watch.observe(svg.current)
    return () => watch.disconnect()
  }, [svg])
  return width === 0 ? 1 : shownWidth / width
}

/** React listens to wheels passively: the page would scroll along. */
function useWheel(svg: React.RefObject<SVGSVGElement | null>, onWheel: (event: WheelEvent) => void): void {
  const newest = useRef(onWheel)
  useEffect(() => {
    newest.current = onWheel
  })
  useEffect(() => {
    const element = svg.current
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      newest.current(event)
    }
    element?.addEventListener('wheel', turn, { passive: false })
    return () => element?.removeEventListener('wheel', turn)
  }, [svg])
}
