/** Stories of the editor of regions and masks. */
import { Held, longName, type Say, type Stories } from '#lib/story.tsx'
import { RegionEditor } from './region-editor.tsx'
import type { Shape } from './region-rules.ts'

const SIZE = { width: 1280, height: 720 }
const corners = [
  { x: 200, y: 200 },
  { x: 700, y: 200 },
  { x: 700, y: 600 },
  { x: 200, y: 600 },
]
const of = (kind: 'regions' | 'masks', count: number) => (say: Say) => (
  <Held<readonly Shape[]> start={[{ name: longName(say), corners }].slice(0, count)}>
    {(regions, hold) => (
      <RegionEditor
        label={say('Regions', '範囲')}
        picture={null}
        size={SIZE}
        kind={kind}
        regions={regions}
        maxRegions={4}
        onChange={hold}
      />
    )}
  </Held>
)

export const stories: Stories = {
  RegionEditor: { empty: of('regions', 0), 'long name': of('regions', 1), masks: of('masks', 1) },
}
