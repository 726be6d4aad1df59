/** What is drawn on the region page and not saved yet, by the layer that it belongs to. */

import { REGIONS_MAX } from '@mimamori/contract/camera/polygon.ts'
import type { Region } from '@mimamori/contract/shared/geometry.ts'
import { useState } from 'react'
import type { Drawn, Regioned, WatchingSettings } from './camera-region-queries.ts'

/** The masks, or the regions of one app. */
export type Layer = { key: string; regions: Region[]; max: number; settings: WatchingSettings | null }

/** The masks and every app that watches regions, in the catalogue's order. Several regions need the cloud (CAM-08). */
export function layersOf({ camera, apps }: Regioned): Layer[] {
  const watching = apps.flatMap(({ settings }) => ('regions' in settings ? [settings] : []))
  return [
    ...watching.map((settings) => ({
      key: settings.appCode,
      regions: settings.regions,
      max: settings.inferenceEnvironment === 'cloud' ? REGIONS_MAX : 1,
      settings,
    })),
    { key: 'masks', regions: camera.masks, max: REGIONS_MAX, settings: null },
  ]
}

export function useDrawing(layers: readonly Layer[]) {
  const [drawn, setDrawn] = useState<Record<string, Region[]>>({})
  const shownOf = (layer: Layer) => drawn[layer.key] ?? layer.regions
  const changed = layers.filter((layer) => !isSame(shownOf(layer), layer.regions))
  return {
    shownOf,
    draw: (layer: Layer, regions: Region[]) => setDrawn((now) => ({ ...now, [layer.key]: regions })),
    discard: () => setDrawn({}),
    isDirty: changed.length > 0,
    changes: (): Drawn => {
      const masks = changed.find(({ settings }) => settings === null)
      const apps = changed.flatMap((layer) =>
        layer.settings ? [{ settings: layer.settings, regions: shownOf(layer) }] : [],
      )
      return { ...(masks && { masks: shownOf(masks) }), apps }
    },
  }
}

function isSame(a: readonly Region[], b: readonly Region[]): boolean {
  const plain = ({ name, corners, headToFeet }: Region) => [name, corners.map(({ x, y }) => [x, y]), headToFeet ?? null]
  return JSON.stringify(a.map(plain)) === JSON.stringify(b.map(plain))
}
