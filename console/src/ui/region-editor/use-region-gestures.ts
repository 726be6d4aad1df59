/** Pointers on the frame of the region editor: set corners, choose, drag, pan, pinch; mouse, pen and fingers alike. */
import { type Corner, centreOf, hasInside, nearestEdge, snapped } from '@mimamori/contract/shared/polygon.ts'
import { type Dispatch, type PointerEvent, type RefObject, useRef } from 'react'
import { arrowTip } from './region-arrow.ts'
import type { Shape } from './region-rules.ts'
import type { RegionAction, RegionState } from './region-state.ts'
import { panned, type View, zoomedAt } from './region-view.ts'

type Hold =
  | { kind: 'place' | 'corner' | 'arrow' }
  | { kind: 'shape'; shape: Shape; from: Corner }
  | { kind: 'pan'; x: number; y: number }
  | { kind: 'pinch'; distance: number }

type Options = {
  svg: RefObject<SVGSVGElement | null>
  state: RegionState
  dispatch: Dispatch<RegionAction>
  onView: (change: (view: View) => View) => void
  /** Name of the shape that a closing tap makes. */
  nextName: string
}

/** Screen pixels within which a corner is taken: a finger needs more than a mouse. */
const REACH_PX = { mouse: 12, pen: 16, touch: 24 } as const
const SNAP_PX = 6

export function useRegionGestures({ svg, state, dispatch, onView, nextName }: Options) {
  const hold = useRef<Hold | null>(null)
  const pointers = useRef(new Map<number, { x: number; y: number }>())
  const { size } = state.rules

  const onPointerDown = (event: PointerEvent<SVGSVGElement>) => {
    if (!svg.current || event.button === 2) return
    svg.current.setPointerCapture(event.pointerId)
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    if (pointers.current.size === 2) {
      dispatch({ type: 'let-go' })
      hold.current = { kind: 'pinch', distance: spread(pointers.current) }
      return
    }
    const place = placeOf(svg.current, event, state)
    hold.current = event.button === 1 ? panFrom(event) : taken(state, place, dispatch, panFrom(event))
    if (hold.current.kind === 'place') dispatch({ type: 'cursor-to', at: place.at })
  }

  const onPointerMove = (event: PointerEvent<SVGSVGElement>) => {
    if (!svg.current) return
    const place = placeOf(svg.current, event, state)
    const now = hold.current
    const before = pointers.current.get(event.pointerId)
    if (before) pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    if (!now) {
      if (state.draft) dispatch({ type: 'cursor-to', at: place.at })
      return
    }
    if (now.kind === 'pinch') {
      const distance = spread(pointers.current)
      const factor = distance / now.distance
      hold.current = { kind: 'pinch', distance }
      onView((view) => zoomedAt(view, size, factor, { x: place.at.x * size.width, y: place.at.y * size.height }))
    } else if (now.kind === 'pan') {
      const by = { x: (now.x - event.clientX) * place.unit, y: (now.y - event.clientY) * place.unit }
      hold.current = panFrom(event)
      onView((view) => panned(view, size, by))
    } else dispatch(dragOf(now, place, state))
  }

  const onPointerUp = (event: PointerEvent<SVGSVGElement>) => {
    pointers.current.delete(event.pointerId)
    const now = hold.current
    hold.current = null
    if (!now || !svg.current) return
    if (now.kind === 'place')
      dispatch({ type: 'set-corner', at: closing(state, placeOf(svg.current, event, state)), name: nextName })
    else if (now.kind === 'corner' || now.kind === 'shape' || now.kind === 'arrow') dispatch({ type: 'drop' })
  }

  const onPointerCancel = (event: PointerEvent<SVGSVGElement>) => {
    pointers.current.delete(event.pointerId)
    hold.current = null
    dispatch({ type: 'let-go' })
  }

  /** On an edge of the chosen shape: a new corner there. */
  const onDoubleClick = (event: { clientX: number; clientY: number }) => {
    const shape = state.chosen === null ? undefined : state.history.now[state.chosen]
    if (!svg.current || !shape || state.draft) return
    const place = placeOf(svg.current, { ...event, pointerType: 'touch' }, state)
    const found = nearestEdge(shape.corners, place.raw, size.width / size.height)
    if (found.distance * size.height <= place.reach) dispatch({ type: 'insert', edge: found.edge, at: found.at })
  }

  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onDoubleClick }
}

/** `at`: snapped to the border. `unit`: pixels of the camera for one of the screen. `reach`: in pixels of the camera. */
type Place = { raw: Corner; at: Corner; unit: number; reach: number }

function placeOf(
  svg: SVGSVGElement,
  event: { clientX: number; clientY: number; pointerType: string },
  { rules: { size } }: RegionState,
): Place {
  const matrix = svg.getScreenCTM()!
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse())
  const unit = 1 / matrix.a
  const raw = { x: x / size.width, y: y / size.height }
  const near = { x: (SNAP_PX * unit) / size.width, y: (SNAP_PX * unit) / size.height }
  const reach = REACH_PX[event.pointerType as keyof typeof REACH_PX] ?? REACH_PX.mouse
  return { raw, at: snapped(raw, near), unit, reach: reach * unit }
}

/** What lies under a pointer that goes down: a corner before the arrow before a shape before the empty frame. */
function taken(state: RegionState, place: Place, dispatch: Dispatch<RegionAction>, pan: Hold): Hold {
  if (state.draft) return { kind: 'place' }
  const { size } = state.rules
  const shapes = state.history.now
  const chosen = state.chosen === null ? undefined : shapes[state.chosen]
  const distance = (corner: Corner) =>
    Math.hypot((corner.x - place.raw.x) * size.width, (corner.y - place.raw.y) * size.height)
  if (chosen) {
    const nearest = chosen.corners.reduce(
      (best, corner, i) => (distance(corner) < distance(chosen.corners[best]!) ? i : best),
      0,
    )
    if (distance(chosen.corners[nearest]!) <= place.reach) {
      dispatch({ type: 'choose', region: state.chosen, corner: nearest })
      return { kind: 'corner' }
    }
    const tip = chosen.headToFeet === undefined ? null : arrowTip(chosen.corners, chosen.headToFeet, size)
    if (tip && distance({ x: tip.x / size.width, y: tip.y / size.height }) <= place.reach) return { kind: 'arrow' }
  }
  const index = shapes.findLastIndex(({ corners }) => hasInside(corners, place.raw))
  const under = chosen && hasInside(chosen.corners, place.raw) ? state.chosen! : index
  dispatch({ type: 'choose', region: under < 0 ? null : under })
  return under < 0 ? pan : { kind: 'shape', shape: shapes[under]!, from: place.raw }
}

function dragOf(hold: Exclude<Hold, { kind: 'pan' | 'pinch' }>, { raw, at }: Place, state: RegionState): RegionAction {
  if (hold.kind === 'place') return { type: 'cursor-to', at }
  if (hold.kind === 'corner') return { type: 'drag-corner', at }
  if (hold.kind === 'shape') {
    return { type: 'drag-shape', from: hold.shape, by: { x: raw.x - hold.from.x, y: raw.y - hold.from.y } }
  }
  const { size } = state.rules
  const centre = centreOf(state.history.now[state.chosen!]!.corners)
  const [x, y] = [(raw.x - centre.x) * size.width, (raw.y - centre.y) * size.height]
  return { type: 'drag-arrow', degrees: (Math.atan2(y, x) * 180) / Math.PI }
}

/** A tap on the first corner closes the shape: its own place is taken, whatever pixel was hit. */
function closing({ draft, rules: { size } }: RegionState, place: Place): Corner {
  const first = draft?.[0]
  if (!first || draft.length < 3) return place.at
  const distance = Math.hypot((first.x - place.raw.x) * size.width, (first.y - place.raw.y) * size.height)
  return distance <= place.reach ? first : place.at
}

function panFrom({ clientX, clientY }: { clientX: number; clientY: number }): Hold {
  return { kind: 'pan', x: clientX, y: clientY }
}

function spread(pointers: ReadonlyMap<number, { x: number; y: number }>): number {
  const [a, b] = [...pointers.values()]
  return a && b ? Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)) : 1
}
