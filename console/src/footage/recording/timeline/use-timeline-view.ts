/** Zooms a timeline: by wheel, pinch, keys and buttons. */
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { following, shifted, type View, ZOOM_STEP, zoomed } from './timeline-view.ts'

/** Wheel distance in pixels of one zoom step. */
const WHEEL_PX = 120

/** `atMs`: stays visible, and is the center of zooming by keys; null: the middle. */
export function useTimelineView(whole: View, track: RefObject<HTMLElement | null>, atMs: number | null) {
  const [chosen, setChosen] = useState<View | null>(null)
  const shown = chosen ?? whole
  const view = atMs === null || !chosen ? shown : following(shown, whole, atMs)
  const zoom = (factor: number, aroundMs = atMs ?? (view.fromMs + view.untilMs) / 2) => {
    const next = zoomed(view, whole, factor, Math.min(view.untilMs, Math.max(view.fromMs, aroundMs)))
    setChosen(next.untilMs - next.fromMs >= whole.untilMs - whole.fromMs ? null : next)
  }
  const instantAt = (clientX: number) => {
    const { left, width } = track.current!.getBoundingClientRect()
    return view.fromMs + ((clientX - left) / width) * (view.untilMs - view.fromMs)
  }
  useWheel(track, (event) => {
    const isAcross = Math.abs(event.deltaX) > Math.abs(event.deltaY)
    const width = track.current!.clientWidth
    if (isAcross) setChosen(chosen && shifted(view, whole, (event.deltaX / width) * (view.untilMs - view.fromMs)))
    else zoom(ZOOM_STEP ** (-event.deltaY / WHEEL_PX), instantAt(event.clientX))
  })
  const pinch = usePinch((factor, clientX) => zoom(factor, instantAt(clientX)))
  const isClose = chosen !== null
  return {
    view,
    isClose,
    instantAt,
    closer: () => zoom(ZOOM_STEP),
    wider: () => zoom(1 / ZOOM_STEP),
    all: () => setChosen(null),
    pinch,
  }
}

/** React's wheel listeners are passive, and the page would scroll as well. */
function useWheel(element: RefObject<HTMLElement | null>, onWheel: (event: WheelEvent) => void) {
  const newest = useRef(onWheel)
  useEffect(() => {
    newest.current = onWheel
  })
  useEffect(() => {
    const here = element.current
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      newest.current(event)
    }
    here?.addEventListener('wheel', turn, { passive: false })
    return () => here?.removeEventListener('wheel', turn)
  }, [element])
}

/** Pinch: the change of distance since the last move, and the middle between the fingers. */
function usePinch(onPinch: (factor: number, clientX: number) => void) {
  const fingers = useRef(new Map<number, number>())
  const forget = (event: PointerEvent) => void fingers.current.delete(event.pointerId)
  return {
    onPointerDown: (event: PointerEvent) => void fingers.current.set(event.pointerId, event.clientX),
    onPointerMove: (event: PointerEvent) => {
      if (!fingers.current.has(event.pointerId)) return
      const before = [...fingers.current.values()]
      fingers.current.set(event.pointerId, event.clientX)
      const after = [...fingers.current.values()]
      if (after.length !== 2) return
      const apart = ([a = 0, b = 0]: number[]) => Math.max(1, Math.abs(a - b))
      onPinch(apart(after) / apart(before), (after[0]! + after[1]!) / 2)
    },
    onPointerUp: forget,
    onPointerCancel: forget,
  }
}
