/** What is drawn on the region page and not saved yet, by the layer that it belongs to. */

import { BED_APP_CODES, placesOf } from '@mimamori/contract/camera/place/beds.ts'
import type { Region } from '@mimamori/contract/shared/geometry.ts'
import { REGIONS_MAX } from '@mimamori/contract/shared/polygon.ts'
import { useState } from 'react'
import type { RegionKind } from '#ui/region-editor/region-rules.ts'
import type { Drawn, Regioned, WatchingSettings } from './camera-region-queries.ts'

const PLACE_LAYERS = [
  { key: 'beds', of: 'bed' },
  { key: 'seats', of: 'seat' },
  { key: 'doors', of: 'door' },
] as const

/** The camera's beds, seats or doors, its masks, or the regions of one app. */
export type Layer = {
  key: string
  kind: RegionKind
  regions: Region[]
  max: number
  settings: WatchingSettings | null
}

/** The beds, seats and doors, every app that watches regions of its own, in the catalogue's order, and the masks. Several regions need the cloud (CAM-08). */
export function layersOf({ camera, apps }: Regioned): Layer[] {
  const watching = apps.flatMap(({ settings }) =>
    'regions' in settings && !BED_APP_CODES.includes(settings.appCode) ? [settings] : [],
  )
  return [
    ...PLACE_LAYERS.map(({ key, of }) => ({
      ...{ key, kind: key, max: REGIONS_MAX, settings: null },
      regions: placesOf(camera.places, of),
    })),
    ...watching.map((settings) => ({
      key: settings.appCode,
      kind: 'regions' as const,
      regions: settings.regions,
      max: settings.inferenceEnvironment === 'cloud' ? REGIONS_MAX : 1,
      settings,
    })),
    { key: 'masks', kind: 'masks', regions: camera.masks, max: REGIONS_MAX, settings: null },
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
      const masks = changed.find(({ key }) => key === 'masks')
      const places = changed.flatMap((layer) =>
        PLACE_LAYERS.flatMap(({ key, of }) => (key === layer.key ? [{ kind: of, regions: shownOf(layer) }] : [])),
      )
      const apps = changed.flatMap((layer) =>
        layer.settings ? [{ settings: layer.settings, regions: shownOf(layer) }] : [],
      )
      return { ...(masks && { masks: shownOf(masks) }), places, apps }
    },
  }
}

function isSame(a: readonly Region[], b: readonly Region[]): boolean {
  const plain = ({ name, corners, headToFeet }: Region) => [name, corners.map(({ x, y }) => [x, y]), headToFeet ?? null]
  return JSON.stringify(a.map(plain)) === JSON.stringify(b.map(plain))
}
