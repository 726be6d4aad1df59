/** Figures for the authorities, as an administrator chooses, reads and saves them. */
import type { EvidenceMonth, EvidenceWeek } from '@mimamori/contract/care/evidence.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { widthErrors } from '#console/testing/accessibility.ts'
import { EMPTY_SITE } from '#console/testing/answers.ts'
import { openConsole } from '#console/testing/open.tsx'
import { aUser, NOW, SITE } from '#console/testing/rows.ts'
import { type Answers, sentTo } from '#console/testing/service.ts'

const main = page.getByRole('main')
const month = (from: string, alarms: number): EvidenceMonth => ({
  ...{ from, rooms: 40, alarms, falls: 1, claimedSeconds: alarms === 0 ? null : 42, arrivedSeconds: null },
  ...{ checkIns: 3, visits: 2, accidents: 1, nearMisses: 2 },
})
const week = (nearMisses: number): EvidenceWeek => ({ from: '2026-10-01', accidents: 1, nearMisses, atNight: 1 })
const answers: Answers = {
  'evidence.get': ({ query }) => ({
    ...{ siteName: SITE.schemaName, at: NOW, year: query.year ?? 2026, weeksFrom: query.weeksFrom ?? '2026-09-24' },
    months: [month('2026-04-01', 0), month('2026-05-01', 120)],
    ...{ before: Array.from({ length: 9 }, () => week(2)), since: [week(1), week(0)] },
  }),
}
/** The texts of a table's body, row by row. */
const cellsIn = (name: string) =>
  main
    .getByRole('group', { name })
    .getByCss('tbody tr')
    .elements()
    .map((row) => [...row.children].map(({ textContent }) => textContent))

test('REACH-83 a year shows its months, adds what can be added, and says how it was counted', async () => {
  await openConsole('/app/accidents/evidence', { answers })
  await expect
    .poll(() => cellsIn('The year by month'))
    .toEqual([
      ['April 2026', '40', '0', '1', '–', '–', '3', '2', '1', '2'],
      ['May 2026', '40', '120', '1', '42 s', '–', '3', '2', '1', '2'],
      ['Total', '', '120', '2', '', '', '6', '4', '2', '4'],
    ])
  await expect.element(main.getByText(/Working hours, leave/)).toBeVisible()
})

test('REACH-83 the first day of the nine weeks is chosen, stays in the address, and running weeks say so', async () => {
  await openConsole('/app/accidents/evidence', { answers })
  const name = 'Nine weeks and the nine before'
  await expect.poll(() => cellsIn(name)[0]).toEqual(['Nine weeks before', '9', '18', '9'])
  await main.getByLabelText('First day of the nine weeks').fill('2026-11-10')
  await expect.poll(() => cellsIn(name)[1]).toEqual(['From Tue 10 Nov, 2 weeks so far', '2', '1', '2'])
  await expect.poll(() => sentTo('evidence.get').at(-1)!.query.weeksFrom).toBe('2026-11-10')
  expect(location.search).toContain('2026-11-10')
})

test('REACH-83 carers find no way to it, and a phone reads it', async () => {
  await page.viewport(320, 700)
  await openConsole('/app/accidents/evidence', { answers })
  await expect.element(main.getByRole('heading', { name: 'Figures for the authorities' })).toBeVisible()
  expect(widthErrors()).toEqual([])
  await openConsole('/app/accidents', { user: aUser({ role: 'USER' }), answers: EMPTY_SITE })
  await expect.element(main.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.element(main.getByRole('link', { name: 'Figures for the authorities' })).not.toBeInTheDocument()
})
