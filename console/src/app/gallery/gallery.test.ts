/** Every exported part of `ui/` has a story, or a reason to have none. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const UI = join(import.meta.dirname, '../../ui')

const WITHOUT_STORY: Record<string, string> = {
  ConnectionBanner: 'shows only while the live connection is lost',
  PartMissing: 'shows only after code could not be loaded',
  LazyOverlay: 'draws only what it holds',
  LeaveGuard: 'shows only while a page is left',
  CardForm: 'draws only what it holds, and two buttons',
  ClipSeek: 'draws only what it holds',
  RecordTable: 'is made of parts with stories, around the list of an address',
  TableHead: 'is part of PlainTable',
  RegionTools: 'is part of RegionEditor',
  RegionShape: 'is part of RegionEditor',
  RegionDraft: 'is part of RegionEditor',
  Crosshair: 'is part of RegionEditor',
  RegionStage: 'is part of RegionEditor',
  RegionPanel: 'is part of RegionEditor',
  ScheduleDayPanel: 'is part of ScheduleEditor',
  ScheduleTimes: 'is part of ScheduleEditor',
  ScheduleTrack: 'is part of ScheduleEditor',
  ScheduleToolbar: 'is part of ScheduleEditor',
}

async function namesIn(wanted: (file: string) => boolean, pattern: RegExp): Promise<Set<string>> {
  const files = (await readdir(UI, { recursive: true })).filter((file) => file.endsWith('.tsx') && wanted(file))
  const texts = await Promise.all(files.map((file) => readFile(join(UI, file), 'utf8')))
  return new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name!)))
}

test('every exported part of ui has a story or a reason', async () => {
  const isStory = (file: string) => file.endsWith('.gallery.tsx')
  const parts = await namesIn((file) => !isStory(file), /^export (?:function|const|class) ([A-Z]\w*[a-z]\w*)/gm)
  const shown = await namesIn(isStory, /(?:^ {2}|stories: Stories = \{ )([A-Z]\w*): /gm)
  expect(parts.size).toBeGreaterThan(80)
  expect([...parts].filter((part) => !shown.has(part) && !(part in WITHOUT_STORY))).toEqual([])
  expect([...shown].filter((part) => !parts.has(part) || part in WITHOUT_STORY)).toEqual([])
  expect(Object.keys(WITHOUT_STORY).filter((part) => !parts.has(part))).toEqual([])
})
