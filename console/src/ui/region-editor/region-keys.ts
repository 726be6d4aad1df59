/** What each key does on the frame of the region editor: everything that a pointer can do. Pure. */
import type { RegionAction, RegionState } from './region-state.ts'

type Pressed = { key: string; shiftKey: boolean; ctrlKey: boolean; metaKey: boolean; altKey: boolean }
type Wanted = { action?: RegionAction; zoom?: number; isWhole?: boolean }

const FAR_PX = 10
const ZOOM_STEP = 1.5

/** Null for other keys. */
export function regionKey(event: Pressed, state: RegionState, nextName: string): Wanted | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  const by = event.shiftKey ? FAR_PX : 1
  switch (event.key) {
    case 'ArrowLeft':
      return { action: { type: 'step', x: -by, y: 0 } }
    case 'ArrowRight':
      return { action: { type: 'step', x: by, y: 0 } }
    case 'ArrowUp':
      return { action: { type: 'step', x: 0, y: -by } }
    case 'ArrowDown':
      return { action: { type: 'step', x: 0, y: by } }
    case '+':
    case '=':
      return { zoom: ZOOM_STEP }
    case '-':
      return { zoom: 1 / ZOOM_STEP }
    case '0':
      return { isWhole: true }
    default:
      return state.draft ? drawingKey(event.key, state, nextName) : choosingKey(event.key, state)
  }
}

function drawingKey(key: string, { cursor }: RegionState, name: string): Wanted | null {
  if (key === 'Enter' || key === ' ') return { action: { type: 'set-corner', at: cursor, name } }
  if (key === 'f') return { action: { type: 'finish', name } }
  if (key === 'Backspace' || key === 'Delete') return { action: { type: 'back' } }
  return key === 'Escape' ? { action: { type: 'cancel' } } : null
}

function choosingKey(key: string, { chosen, corner, history }: RegionState): Wanted | null {
  const count = history.now.length
  const hasChosen = chosen !== null
  switch (key) {
    case 'd':
      return { action: { type: 'draw' } }
    case 'n':
      return count > 0 ? { action: { type: 'choose', region: hasChosen ? (chosen + 1) % count : 0 } } : null
    case 'Escape':
      return hasChosen ? { action: { type: 'choose', region: corner === null ? null : chosen } } : null
    case 'PageDown':
    case 'PageUp':
      return hasChosen ? { action: { type: 'next-corner', by: key === 'PageDown' ? 1 : -1 } } : null
    case 'i':
    case 'Insert':
      return hasChosen ? { action: { type: 'insert' } } : null
    case 'Delete':
    case 'Backspace':
      return hasChosen ? { action: { type: 'delete' } } : null
    default:
      return null
  }
}
