/** What the region editor knows and what each action does to it. Pure: state in, state out. CAM-08. */
import {
  CORNERS_MAX,
  type Corner,
  centreOf,
  clamped,
  middleOf,
  movedBy,
  toPixel,
  withCorner,
  withInserted,
  withoutCorner,
} from '@mimamori/contract/shared/polygon.ts'
import { type History, historyOf, pushed, redone, undone } from '../form/edit-history.ts'
import {
  cornersError,
  done,
  draftError,
  pixels,
  type RegionRules,
  refused,
  type Said,
  type Shape,
  shapeError,
  turned,
  wholePixels,
} from './region-rules.ts'

export type RegionState = {
  rules: RegionRules
  history: History<readonly Shape[]>
  /** The shape being dragged, before it is a step that can be undone. */
  live: { index: number; shape: Shape } | null
  /** Corners set so far while drawing; null while not drawing. */
  draft: readonly Corner[] | null
  chosen: number | null
  corner: number | null
  /** The crosshair of the keyboard. */
  cursor: Corner
  /** What the last step was done to: further small steps of the same kind join it. */
  joining: string | null
  said: Said | null
}

export type RegionAction =
  | { type: 'draw' | 'cancel' | 'back' | 'undo' | 'redo' }
  | { type: 'finish'; name: string }
  /** What is dragged becomes a step, is put back, or is removed. */
  | { type: 'drop' | 'let-go' | 'delete' }
  | { type: 'set-corner'; at: Corner; name: string }
  | { type: 'cursor-to'; at: Corner }
  /** In pixels of the camera. */
  | { type: 'step'; x: number; y: number }
  | { type: 'choose'; region: number | null; corner?: number | null }
  | { type: 'next-corner'; by: 1 | -1 }
  | { type: 'drag-corner'; at: Corner }
  | { type: 'drag-shape'; from: Shape; by: Corner }
  | { type: 'drag-arrow'; degrees: number }
  | { type: 'insert'; edge?: number; at?: Corner }
  | { type: 'rename'; name: string }
  | { type: 'arrow'; degrees: number | undefined }
  | { type: 'rules'; rules: RegionRules }
  | { type: 'replace'; shapes: readonly Shape[] }

/** The editor at its beginning: nothing chosen, nothing to undo. */
export function regionStart(shapes: readonly Shape[], rules: RegionRules): RegionState {
  const nothing = { live: null, draft: null, chosen: null, corner: null, joining: null, said: null }
  return { ...nothing, rules, history: historyOf(shapes), cursor: { x: 0.5, y: 0.5 } }
}

/** What is shown: with the shape that is being dragged in its present place. */
export function shapesOf({ history, live }: RegionState): readonly Shape[] {
  return live ? history.now.map((shape, index) => (index === live.index ? live.shape : shape)) : history.now
}

/** Why no further shape can be drawn; null when one can. */
function fullReason({ rules, history }: RegionState): 'one-only' | 'shapes-max' | null {
  if (history.now.length < rules.max) return null
  return rules.max === 1 ? 'one-only' : 'shapes-max'
}

/** The next state. What is not allowed leaves everything as it is, with the reason in `said`. */
export function regionStep(state: RegionState, action: RegionAction): RegionState {
  switch (action.type) {
    case 'draw':
      return beginDrawing(state)
    case 'set-corner':
      return setCorner(state, action.at, action.name)
    case 'finish':
      return finish(state, action.name)
    case 'back':
      return state.draft ? { ...state, draft: state.draft.slice(0, -1), said: null } : state
    case 'cancel':
      return state.draft ? { ...state, draft: null, said: done('cancelled') } : { ...state, live: null, said: null }
    case 'cursor-to':
      return { ...state, cursor: toPixel(action.at, state.rules.size) }
    case 'step':
      return step(state, action.x, action.y)
    case 'choose':
      return { ...state, chosen: action.region, corner: action.corner ?? null, joining: null, said: null }
    case 'next-corner':
      return nextCorner(state, action.by)
    case 'undo':
    case 'redo':
      return travel(state, action.type)
    case 'rules':
      return { ...state, rules: action.rules }
    case 'replace':
      return regionStart(action.shapes, state.rules)
    default:
      return change(state, action)
  }
}

type Change = Exclude<
  RegionAction,
  | { type: 'draw' | 'cancel' | 'back' | 'undo' | 'redo' }
  | { type: 'finish' }
  | { type: 'set-corner' }
  | { type: 'cursor-to' }
  | { type: 'step' }
  | { type: 'choose' }
  | { type: 'next-corner' }
  | { type: 'rules' }
  | { type: 'replace' }
>

/** Actions on the shape that is chosen. */
function change(state: RegionState, action: Change): RegionState {
  const shape = state.chosen === null ? undefined : shapesOf(state)[state.chosen]
  if (state.chosen === null || !shape) return state
  switch (action.type) {
    case 'drag-corner':
      return state.corner === null
        ? state
        : drag(state, {
            ...shape,
            corners: withCorner(shape.corners, state.corner, toPixel(action.at, state.rules.size)),
          })
    case 'drag-shape':
      return drag(state, { ...action.from, corners: movedBy(action.from.corners, wholePixels(action.by, state.rules)) })
    case 'drag-arrow':
      return drag(state, { ...shape, headToFeet: turned(action.degrees) })
    case 'drop':
      return state.live ? keep({ ...state, live: null }, shape, null) : state
    case 'let-go':
      return { ...state, live: null }
    case 'insert':
      return insert(state, shape, action.edge ?? state.corner ?? 0, action.at)
    case 'delete':
      return remove(state, shape)
    case 'rename':
      return keep(state, { ...shape, name: action.name }, 'name')
    case 'arrow':
      return keep(
        state,
        { ...shape, headToFeet: action.degrees === undefined ? undefined : turned(action.degrees) },
        'arrow',
      )
  }
}

function beginDrawing(state: RegionState): RegionState {
  const reason = fullReason(state)
  if (reason) return { ...state, said: refused(reason, { max: state.rules.max }) }
  return { ...state, draft: [], chosen: null, corner: null, live: null, said: done('drawing') }
}

function setCorner(state: RegionState, wanted: Corner, name: string): RegionState {
  const { draft, rules } = state
  if (!draft) return state
  const at = toPixel(wanted, rules.size)
  // On the first corner the ring closes; on the last one nothing is left to set, so Enter there means the same.
  const isAtEnd = [draft[0], draft.at(-1)].some((end) => end?.x === at.x && end.y === at.y)
  if (isAtEnd) return finish({ ...state, cursor: at }, name)
  const error = draftError(draft, at)
  if (error) return { ...state, cursor: at, said: refused(error, { max: CORNERS_MAX }) }
  const said = done('corner-set', { count: draft.length + 1, ...pixels(at, rules) })
  return { ...state, draft: [...draft, at], cursor: at, said }
}

function finish(state: RegionState, name: string): RegionState {
  const { draft, history } = state
  if (!draft) return state
  const error = cornersError(draft.length, state.rules) ?? shapeError([...draft], state.rules)
  if (error) return { ...state, said: error }
  const shapes = [...history.now, { name, corners: [...draft] }]
  const said = done('closed', { name, count: draft.length })
  return { ...state, history: pushed(history, shapes), draft: null, chosen: shapes.length - 1, corner: null, said }
}

/** An arrow key: the crosshair while drawing, else the corner or shape that is chosen. */
function step(state: RegionState, x: number, y: number): RegionState {
  const { size } = state.rules
  const by = { x: x / size.width, y: y / size.height }
  const moved = (corner: Corner) => toPixel(clamped({ x: corner.x + by.x, y: corner.y + by.y }), size)
  const shape = state.chosen === null ? undefined : state.history.now[state.chosen]
  if (state.draft || !shape) {
    const cursor = moved(state.cursor)
    return { ...state, cursor, said: done('moved-to', pixels(cursor, state.rules)) }
  }
  const { corner } = state
  const corners =
    corner === null ? movedBy(shape.corners, by) : withCorner(shape.corners, corner, moved(shape.corners[corner]!))
  const error = shapeError(corners, state.rules)
  if (error) return { ...state, said: error }
  const at = pixels(corner === null ? centreOf(corners) : corners[corner]!, state.rules)
  return { ...keep(state, { ...shape, corners }, `step ${corner}`), said: done('moved-to', at) }
}

function nextCorner(state: RegionState, by: 1 | -1): RegionState {
  const shape = state.chosen === null ? undefined : state.history.now[state.chosen]
  if (!shape) return state
  const count = shape.corners.length
  const corner = state.corner === null ? (by === 1 ? 0 : count - 1) : (state.corner + by + count) % count
  return { ...state, corner, joining: null, said: done('moved-to', pixels(shape.corners[corner]!, state.rules)) }
}

/** A place that is not allowed is not taken: the shape stays at the last one that was. */
function drag(state: RegionState, shape: Shape): RegionState {
  const error = shapeError(shape.corners, state.rules)
  if (error) return state.said?.key === error.key ? state : { ...state, said: error }
  return { ...state, live: { index: state.chosen!, shape }, said: null }
}

function insert(state: RegionState, shape: Shape, edge: number, at = middleOf(shape.corners, edge)): RegionState {
  if (shape.corners.length >= CORNERS_MAX) return { ...state, said: refused('corners-max', { max: CORNERS_MAX }) }
  // Off its edge a corner could make edges cross; on the edge it cannot, and the pixel is found when it is moved.
  const corners = withInserted(shape.corners, edge, at)
  return { ...keep(state, { ...shape, corners }, null), corner: edge + 1 }
}

function remove(state: RegionState, shape: Shape): RegionState {
  if (state.corner === null) {
    const shapes = state.history.now.filter((_, index) => index !== state.chosen)
    const said = done('deleted', { name: shape.name })
    return { ...state, history: pushed(state.history, shapes), chosen: null, live: null, joining: null, said }
  }
  const corners = withoutCorner(shape.corners, state.corner)
  const error = cornersError(corners.length, state.rules) ?? shapeError(corners, state.rules)
  if (error) return { ...state, said: error }
  return { ...keep(state, { ...shape, corners }, null), corner: null }
}

function travel(state: RegionState, way: 'undo' | 'redo'): RegionState {
  if (state.draft)
    return way === 'undo' && state.draft.length > 0 ? { ...state, draft: state.draft.slice(0, -1) } : state
  const history = way === 'undo' ? undone(state.history) : redone(state.history)
  if (history.now === state.history.now) return state
  const chosen = state.chosen !== null && state.chosen < history.now.length ? state.chosen : null
  const said = done(way === 'undo' ? 'undone' : 'redone')
  return { ...state, history, chosen, corner: null, live: null, joining: null, said }
}

/** The chosen shape with other values: a step of its own, or joined with the last one of the same kind. */
function keep(state: RegionState, shape: Shape, kind: string | null): RegionState {
  const shapes = state.history.now.map((one, index) => (index === state.chosen ? shape : one))
  const joining = kind === null ? null : `${kind} ${state.chosen}`
  const isJoined = joining !== null && joining === state.joining
  const history = isJoined ? { ...state.history, now: shapes, future: [] } : pushed(state.history, shapes)
  return { ...state, history, joining, said: null }
}
