/** Stories of the editors of regions, masks and weeks. */
import { BY_NIGHT, NEVER, type Week } from '@mimamori/contract/camera/week.ts'
import { Held, longName, type Say, type Stories } from '#lib/story.tsx'
import { ScheduleEditor } from '../schedule-editor/schedule-editor.tsx'
import { RegionEditor } from './region-editor.tsx'
import type { Shape } from './region-rules.ts'

const SIZE = { width: 1280, height: 720 }
const corners = [
  { x: 200, y: 200 },
  { x: 700, y: 200 },
  { x: 700, y: 600 },
  { x: 200, y: 600 },
]
const drawn = (kind: 'regions' | 'masks', count: number) => (say: Say) => (
  <Held<readonly Shape[]> start={[{ name: longName(say), corners }].slice(0, count)}>
    {(regions, hold) => (
      <RegionEditor
        label={say('Regions', '範囲')}
        image={null}
        size={SIZE}
        kind={kind}
        regions={regions}
        maxRegions={4}
        onChange={hold}
      />
    )}
  </Held>
)

const planned = (week: Week | null) => (say: Say) => (
  <Held<Week | null> start={week}>
    {(value, hold) => <ScheduleEditor label={say('Schedule', 'スケジュール')} value={value} onChange={hold} />}
  </Held>
)

export const stories: Stories = {
  ScheduleEditor: { always: planned(null), 'by night': planned(BY_NIGHT), empty: planned(NEVER) },
  RegionEditor: { empty: drawn('regions', 0), 'long name': drawn('regions', 1), masks: drawn('masks', 1) },
}
