/** The rounds sheet of a shift, as a carer reads and prints it. */
import type { RoundsHour, RoundsMark, RoundsSheet } from '@mimamori/contract/care/rounds.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { widthErrors } from '#console/testing/accessibility.ts'
import { openConsole } from '#console/testing/open.tsx'
import { aUser, idOf, SITE } from '#console/testing/rows.ts'

const main = page.getByRole('main')
const MARK = { kind: 'alarm', userName: null, activity: null, isPossible: false, kindName: null } as const
const hour = (inBedMinutes: number | null, ...marks: RoundsMark[]): RoundsHour => ({
  ...{ seenMinutes: inBedMinutes === null ? 0 : 60, bedKnownMinutes: inBedMinutes === null ? 0 : 60 },
  ...{ inBedMinutes, marks },
})
const FALL: RoundsMark = { ...MARK, at: '2026-11-26T10:12:00.000Z', activity: 'A005', userName: 'Haru' }
const MAT: RoundsMark = { ...MARK, at: '2026-11-26T10:40:00.000Z', activity: 'site-signal', kindName: 'Mat' }
const CHECK: RoundsMark = { ...MARK, at: '2026-11-26T11:02:00.000Z', kind: 'check-in', userName: 'Yuki' }

/** A night of 18:00 to 21:00 in the site's zone, read at 20:30. */
const SHEET: RoundsSheet = {
  ...{ siteName: SITE.schemaName, timezone: SITE.timezone, unitName: null, at: '2026-11-26T11:30:00.000Z' },
  shift: {
    ...{ key: 'night', name: null, day: '2026-11-26' },
    ...{ startsAt: '2026-11-26T09:00:00.000Z', endsAt: '2026-11-26T13:00:00.000Z' },
  },
  hours: [9, 10, 11, 12].map((at) => new Date(Date.UTC(2026, 10, 26, at)).toISOString()),
  rooms: [
    {
      ...{ cameraId: idOf(1), location: '101', unitName: '2F' },
      residents: [{ id: idOf(400), name: '山田 花子', honorific: 'sama' }],
      hours: [hour(60), hour(30, FALL, MAT), hour(0, CHECK), hour(null)],
    },
  ],
}
const open = () =>
  openConsole('/app/handover/rounds?shift=night&day=2026-11-26', {
    user: aUser({ role: 'USER' }),
    answers: { 'handover.rounds': () => SHEET },
  })

test('REACH-82 an hour says how long somebody was in bed, what happened and who went', async () => {
  await open()
  const cells = main.getByRole('row').nth(1).getByRole('cell')
  await expect.element(cells.nth(0).getByRole('img', { name: 'In bed 60 of 60 min' })).toBeVisible()
  await expect.element(cells.nth(1)).toMatchTextContent('◐ 30')
  await expect.element(cells.nth(1)).toMatchTextContent('Fall Haru')
  await expect.element(cells.nth(1)).toMatchTextContent('Mat nobody went')
  await expect.element(cells.nth(2)).toMatchTextContent('Check-in Yuki')
  await expect.element(cells.nth(3)).toBeEmptyDOMElement()
  await expect.element(main.getByText(/The hours after it are empty/)).toBeVisible()
})

test('REACH-82 a phone scrolls the hours beside the rooms, and the way back leads to the same shift', async () => {
  await page.viewport(320, 700)
  await open()
  await expect.element(main.getByText('山田 花子 様')).toBeVisible()
  expect(widthErrors()).toEqual([])
  await expect
    .element(main.getByRole('link', { name: 'Back to the handover' }))
    .toHaveAttribute('href', expect.stringContaining('day=2026-11-26'))
})
