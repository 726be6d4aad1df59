/** The roster: a month of sixty people, one day by hand with undo, two editors, a phone, and a sheet that is pasted. */
import type { Roster, RosterLine } from '@mimamori/contract/site/roster.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { seriousErrors } from '#console/testing/accessibility.ts'
import { openConsole } from '#console/testing/open.tsx'
import { aUser, idOf } from '#console/testing/rows.ts'
import { type Answers, errorAnswer, sentTo } from '#console/testing/service.ts'

const main = page.getByRole('main')
const admin = aUser({ role: 'ADMIN' })
const [DAY, NIGHT] = [idOf(901), idOf(902)]
const NAMES = ['佐藤 花子', '髙橋 一郎', '長谷川・エリザベート・ヴィクトリア 美智子']

function aLine(number: number, change: Partial<RosterLine> = {}): RosterLine {
  return {
    ...{ userId: idOf(number), name: NAMES[number - 1] ?? `Person ${number}`, unitNames: [], standing: [] },
    ...{ isDisabled: false, awayUntil: null, mayChange: true, version: 1, editedBy: null, editedAt: null, days: [] },
    ...change,
  }
}
const aRoster = (lines: RosterLine[], change: Partial<Roster> = {}): Roster => ({
  ...{ month: '2026-11', today: '2026-11-26', hasRoster: true, lines },
  shifts: [
    { id: DAY, name: '日勤', startMinute: 540, endMinute: 1080 },
    { id: NIGHT, name: '夜勤', startMinute: 1020, endMinute: 570 },
  ],
  codes: [],
  ...change,
})
const on = (day: string, shiftId: string) => ({ day: `2026-11-${day}`, shiftIds: [shiftId], mark: null })
const saved: Answers = {
  'roster.save': ({ body }) => ({ lines: body.lines.map(({ userId, version }) => ({ userId, version: version + 1 })) }),
}
const site = (roster: Roster, more: Answers = saved): Answers => ({
  'roster.get': ({ query }) => ({ ...roster, month: query.month ?? roster.month }),
  ...more,
})
const cell = (name: RegExp) => main.getByRole('button', { name })

test('REACH-10 a month of sixty people is one table, whose cells the arrow keys walk', async () => {
  const lines = Array.from({ length: 60 }, (_, at) => aLine(at + 1, { days: [on('26', at % 2 ? DAY : NIGHT)] }))
  await openConsole('/app/roster', { user: admin, answers: site(aRoster(lines)) })
  await expect.element(cell(/^佐藤 花子, .*26.*: 夜/)).toBeVisible()
  expect(main.getByRole('button', { name: /: (nothing|日|夜)$/ }).elements()).toHaveLength(60 * 30)
  cell(/^佐藤 花子, .*26.*: 夜/)
    .element()
    .focus()
  await userEvent.keyboard('{ArrowDown}{ArrowRight}')
  await expect.element(cell(/^髙橋 一郎, .*27.*: nothing/)).toHaveFocus()
  expect(await seriousErrors()).toEqual([])
})

test('REACH-10 a day is changed by hand, swapped, and undone with the versions of now', async () => {
  const lines = [aLine(1, { days: [on('26', NIGHT)] }), aLine(2, { version: 4 })]
  await openConsole('/app/roster', { user: admin, answers: site(aRoster(lines)) })
  await cell(/^佐藤 花子, .*26/).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText('Swap this day with').selectOptions(idOf(2))
  await dialog.getByRole('button', { name: 'Swap' }).click()
  await expect.poll(() => sentTo('roster.save').length).toBe(1)
  const empty = { day: '2026-11-26', shiftIds: [], mark: null }
  expect(sentTo('roster.save')[0]!.body.lines).toEqual([
    { userId: idOf(1), version: 1, days: [empty] },
    { userId: idOf(2), version: 4, days: [on('26', NIGHT)] },
  ])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => sentTo('roster.save').length).toBe(2)
  expect(sentTo('roster.save')[1]!.body.lines).toEqual([
    { userId: idOf(1), version: 2, days: [on('26', NIGHT)] },
    { userId: idOf(2), version: 5, days: [empty] },
  ])
})

test('REACH-10 the second of two editors gets an error, and the dialog stays as it was', async () => {
  const refuse: Answers = {
    'roster.save': () => {
      throw errorAnswer('conflict')
    },
  }
  await openConsole('/app/roster', { user: admin, answers: site(aRoster([aLine(1)]), refuse) })
  await cell(/^佐藤 花子, .*26/).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText(/^日勤/).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText(/Somebody else changed this/)).toBeVisible()
  await expect.element(dialog.getByLabelText(/^日勤/)).toBeChecked()
})

test('REACH-10 a phone shows one day, and a nurse changes nothing', async () => {
  await page.viewport(390, 844)
  const lines = [
    aLine(1, { days: [on('26', NIGHT)], mayChange: false }),
    aLine(2, { days: [{ day: '2026-11-26', shiftIds: [], mark: '有' }], mayChange: false }),
    aLine(3, { version: 0, standing: ['日勤'], mayChange: false }),
  ]
  const answers = site(aRoster(lines, { hasRoster: false }))
  await openConsole('/app/roster', { user: aUser({ role: 'USER' }), answers })
  await expect.element(main.getByText(/Today has no roster/)).toBeVisible()
  await expect.element(main.getByRole('listitem').filter({ hasText: '佐藤 花子' })).toBeVisible()
  await expect.element(main.getByRole('listitem').filter({ hasText: '有' })).toBeVisible()
  expect(main.getByRole('link', { name: 'Paste or upload' }).elements()).toHaveLength(0)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await main.getByRole('button', { name: 'Day after' }).click()
  await expect.element(main.getByText(/27 November 2026/)).toBeVisible()
  await page.viewport(1280, 800)
})

test('REACH-11 a pasted sheet is corrected in place, compared, and saved once', async () => {
  const lines = [aLine(1, { days: [on('01', DAY)] }), aLine(2, { version: 0 })]
  await openConsole('/app/roster/import', { user: admin, answers: site(aRoster(lines)) })
  const days = Array.from({ length: 30 }, (_, at) => at + 1).join('\t')
  const text = ['令和8年11月', `氏名\t${days}\t合計`, '佐藤花子\t夜\tK\t\t', '知らない人\t日'].join('\n')
  await main.getByLabelText('Paste the cells from Excel here').fill(text)
  await main.getByRole('button', { name: 'Read' }).click()
  const save = main.getByRole('button', { name: /^Save for/ })
  await expect.element(main.getByText('2 things above are not clear yet.')).toBeVisible()
  await expect.element(save).toBeDisabled()
  await main.getByLabelText('Meaning of K').selectOptions('日勤')
  await main.getByLabelText(/Person of row 4/).selectOptions(NAMES[1]!)
  await expect.element(main.getByText('new in this month’s roster')).toBeVisible()
  expect(sentTo('roster.save')).toEqual([])
  expect(await seriousErrors()).toEqual([])
  await save.click()
  await expect.poll(() => sentTo('roster.save').length).toBe(1)
  expect(sentTo('roster.save')[0]!.body).toMatchObject({
    month: '2026-11',
    lines: [
      { userId: idOf(1), version: 1, days: [on('01', NIGHT), on('02', DAY)] },
      { userId: idOf(2), version: 0, days: [on('01', DAY)] },
    ],
  })
  await expect.element(main.getByRole('heading', { level: 1 })).toMatchTextContent('Roster')
})
