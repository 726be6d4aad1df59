/** Stories of the weekly schedule. */
import { BY_NIGHT, NEVER, type Week } from '@mimamori/contract/camera/week.ts'
import { Held, type Say, type Stories } from '#lib/story.tsx'
import { ScheduleEditor } from './schedule-editor.tsx'

const of = (week: Week | null) => (say: Say) => (
  <Held<Week | null> start={week}>
    {(value, hold) => <ScheduleEditor label={say('Schedule', 'スケジュール')} value={value} onChange={hold} />}
  </Held>
)

export const stories: Stories = { ScheduleEditor: { always: of(null), 'by night': of(BY_NIGHT), empty: of(NEVER) } }
