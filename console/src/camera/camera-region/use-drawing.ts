/** What is drawn on the region page and not saved yet, by the layer that it belongs to. */

import { BED_APP_CODES, bedsOf } from '@mimamori/contract/camera/place/beds.ts'
import type { Region } from '@mimamori/contract/shared/geometry.ts'
import { REGIONS_MAX } from '@mimamori/contract/shared/polygon.ts'
import { useState } from 'react'
import type { Drawn, Regioned, WatchingSettings } from './camera-region-queries.ts'

/** The camera's beds, its masks, or the regions of one app. */
export type Layer = { key: string; regions: Region[]; max: number; settings: WatchingSettings | null }

/** The beds, every app that watches regions of its own, in the catalogue's order, and the masks. Several regions need the cloud (CAM-08). */
export function layersOf({ camera, apps }: Regioned): Layer[] {
  const watching = apps.flatMap(({ settings }) =>
    'regions' in settings && !BED_APP_CODES.includes(settings.appCode) ? [settings] : [],
  )
  return [
    { key: 'beds', regions: bedsOf(camera.places), max: REGIONS_MAX, settings: null },
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
      const changedOf = (wanted: string) => changed.find(({ key }) => key === wanted)
      const [masks, beds] = [changedOf('masks'), changedOf('beds')]
      const apps = changed.flatMap((layer) =>
        layer.settings ? [{ settings: layer.settings, regions: shownOf(layer) }] : [],
      )
      return { ...(masks && { masks: shownOf(masks) }), ...(beds && { beds: shownOf(beds) }), apps }
    },
  }
}

function isSame(a: readonly Region[], b: readonly Region[]): boolean {
  const plain = ({ name, corners, headToFeet }: Region) => [name, corners.map(({ x, y }) => [x, y]), headToFeet ?? null]
  return JSON.stringify(a.map(plain)) === JSON.stringify(b.map(plain))
}
