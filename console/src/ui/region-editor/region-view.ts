/** Which part of the frame the region editor shows: zoom and pan. Pure; in pixels of the camera. */
import type { Corner } from '@mimamori/contract/shared/polygon.ts'

export type Size = { width: number; height: number }
/** The part shown: its upper left corner, and how many times larger than the whole frame it is drawn. */
export type View = { x: number; y: number; zoom: number }

export const WHOLE_VIEW: View = { x: 0, y: 0, zoom: 1 }
/** Maximum zoom: a pixel of a 4K camera is then an easy target on a phone. */
export const ZOOM_MAX = 32

/** The SVG's `viewBox`. */
export function viewBoxOf({ x, y, zoom }: View, { width, height }: Size): string {
  return `${x} ${y} ${width / zoom} ${height / zoom}`
}

/** Zooms by a factor; the place under the pointer (in pixels of the camera) stays where it is. */
export function zoomedAt(view: View, size: Size, factor: number, at: Corner): View {
  const zoom = Math.min(ZOOM_MAX, Math.max(1, view.zoom * factor))
  const scale = view.zoom / zoom
  return within({ x: at.x - (at.x - view.x) * scale, y: at.y - (at.y - view.y) * scale, zoom }, size)
}

/** Moved by pixels of the camera, within the frame. */
export function panned(view: View, size: Size, by: Corner): View {
  return within({ ...view, x: view.x + by.x, y: view.y + by.y }, size)
}

/** Makes this place (in pixels of the camera) visible: the keyboard's crosshair is always in view. */
export function revealing(view: View, size: Size, at: Corner): View {
  const [width, height] = [size.width / view.zoom, size.height / view.zoom]
  const to = (from: number, length: number, value: number) => {
    const margin = length / 10
    return value < from + margin ? value - margin : value > from + length - margin ? value - length + margin : from
  }
  return within({ ...view, x: to(view.x, width, at.x), y: to(view.y, height, at.y) }, size)
}

function within(view: View, { width, height }: Size): View {
  const most = (length: number) => length - length / view.zoom
  return {
    zoom: view.zoom,
    x: Math.min(Math.max(0, view.x), most(width)),
    y: Math.min(Math.max(0, view.y), most(height)),
  }
}
