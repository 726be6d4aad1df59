/** The list of alerts in daily work: order, filters, selection by pointer and key, and messages. */
import type { Alert } from '@mimamori/contract/alerting/alert.ts'
import type { SavedFilter } from '@mimamori/contract/alerting/alert-filter.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ALERT_DETAIL, ALERT_LIST } from '#console/testing/answers.ts'
import { openConsole, reload } from '#console/testing/open.tsx'
import {
  anAlarm,
  anAlert,
  anAlertDetail,
  anOpenAlarm,
  aUser,
  idOf,
  NOW,
  openAlarms,
  pageOf,
} from '#console/testing/rows.ts'
import { type Answers, errorAnswer, sentTo, serve } from '#console/testing/service.ts'

const main = page.getByRole('main')
const cards = main.getByCss('a[data-alert]')
const cardOf = (number: number) => main.getByCss(`a[data-alert="${idOf(number)}"]`)
const shown = () => cards.elements().map((card) => Number(card.getAttribute('data-alert')!.slice(-12)))
const said = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible()
const nurse = aUser({ role: 'USER' })

/** A site with these alerts, which can be archived, deleted and reviewed. */
function siteWith(...known: Alert[]): Answers {
  let rows = known.map((row) => ({ ...row, isDeleted: false }))
  const change = (ids: readonly string[], more: object) => {
    rows = rows.map((row) => (ids.includes(row.id) ? { ...row, ...more } : row))
    return { changed: ids.length }
  }
  const neighboursOf = (id: string) => {
    const ids = rows.filter(({ isDeleted }) => !isDeleted).map((row) => row.id)
    const at = ids.indexOf(id)
    return { newerId: ids[at - 1] ?? null, olderId: ids[at + 1] ?? null }
  }
  const detailOf = (id: string) => {
    const { isDeleted, ...row } = rows.find((one) => one.id === id)!
    if (isDeleted) throw errorAnswer('not-found')
    return { ...anAlertDetail(1), ...row, ...neighboursOf(id) }
  }
  return {
    ...ALERT_LIST,
    ...ALERT_DETAIL,
    'alert.search': ({ query, body }) => {
      const found = rows
        .filter((row) => !row.isDeleted && (body.archived === 'any' || row.archived === body.archived))
        .filter((row) => !body.severities?.length || body.severities.includes(row.severity))
        .filter((row) => body.hasRead === undefined || row.hasRead === body.hasRead)
        .filter(({ occurredAt }) => !body.from || (occurredAt >= body.from && occurredAt < body.to!))
        .toSorted((a, b) => a.occurredAt.localeCompare(b.occurredAt) * (query.sortAscending ? 1 : -1))
      const ranks = ['critical', 'high', 'medium', 'low']
      if (query.sortColumn === 'severity') found.sort((a, b) => ranks.indexOf(a.severity) - ranks.indexOf(b.severity))
      return { ...pageOf(...found.slice(0, query.pageSize)), totalCount: found.length }
    },
    'alert.get': ({ params }) => detailOf(params.id),
    'alert.neighbours': ({ params }) => neighboursOf(params.id),
    'alert.patch': ({ params, body }) => {
      change([params.id], body)
      return detailOf(params.id)
    },
    'alert.patchMany': ({ body: { ids, ...more } }) => change(ids, more),
    'alert.resend': () => ({}),
    'alert.removeMany': ({ body }) => change(body.ids, { isDeleted: true }),
    'alert.restore': ({ body }) => change(body.ids, { isDeleted: false }),
  }
}

const five = () => siteWith(...[1, 2, 3, 4, 5].map((number) => anAlert(number)))

test('ALERT-04 archived alerts leave the list, and Undo returns them', async () => {
  await openConsole('/app/alerts/list?turned=true', { answers: five() })
  await expect.poll(shown).toEqual([5, 4, 3, 2, 1])
  for (const at of [0, 1]) await main.getByRole('listitem').getByRole('checkbox').nth(at).click({ force: true })
  const bar = page.getByRole('region', { name: '2 selected' })
  await bar.getByRole('button', { name: 'Archive' }).click()
  await said('2 alerts archived.')
  await expect.element(bar).not.toBeInTheDocument()
  await expect.poll(shown).toEqual([3, 2, 1])
  await page.getByRole('button', { name: 'Undo' }).click()
  await said('2 alerts unarchived.')
  await expect.poll(shown).toEqual([5, 4, 3, 2, 1])
})

test('MSG-01 an alert says when it is sent again, archived, unarchived and read', async () => {
  await openConsole('/app/alerts/list?turned=true', { answers: siteWith(anAlert(1, { hasRead: false }), anAlert(2)) })
  await expect.poll(shown).toEqual([2, 1])
  const press = async (verb: string, text: string) => {
    await main.getByRole('listitem').getByRole('checkbox').last().click({ force: true })
    await page.getByRole('region', { name: '1 selected' }).getByRole('button', { name: verb }).click()
    await said(text)
  }
  await press('Send again', 'Alert sent.')
  await press('Archive', 'Alert archived.')
  await page.getByRole('listitem').filter({ hasText: 'Alert archived.' }).getByRole('button', { name: 'Undo' }).click()
  await said('Alert unarchived.')
  await expect.poll(shown).toEqual([2, 1])
  await press('Mark read', 'Alert read.')
})

test('ALARM-05 cards are sorted by urgency, and stay so after a reload', async () => {
  const severities = ['low', 'critical', 'medium', 'high'] as const
  const rows = severities.map((severity, at) => anAlert(at + 1, { severity }))
  await openConsole('/app/alerts/list', { user: nurse, answers: siteWith(...rows) })
  await expect.poll(shown).toEqual([1, 2, 3, 4])
  await page.getByRole('combobox', { name: 'Order' }).selectOptions('Most urgent first')
  await expect.poll(shown).toEqual([2, 4, 3, 1])
  expect(location.search).toContain('sort=severity')
  await reload()
  await expect.poll(shown).toEqual([2, 4, 3, 1])
})

test('ALARM-05 without open alarms the list shows that, and no filter to clear', async () => {
  await openConsole('/app/alerts/list?tab=needs', { user: nurse, answers: siteWith() })
  await expect.element(main.getByText('Nothing needs an answer')).toBeVisible()
  await expect.element(main.getByRole('button', { name: 'Clear filters' })).not.toBeInTheDocument()
  await main.getByText('Being answered', { exact: true }).click()
  await expect.element(main.getByText('Nobody is on the way')).toBeVisible()
})

test('ALARM-05 resolving several as false lists them, asks about falls, and can be undone', async () => {
  const rows = [1, 2].map((number) => anAlert(number, { severity: 'critical', alarm: anAlarm() }))
  const answers: Answers = {
    ...siteWith(...rows),
    'alarm.resolveMany': ({ body }) => ({ changed: body.ids.length }),
    'alarm.undo': () => ({ records: rows.map(({ id }) => ({ alertId: id, alarm: anAlarm() })) }),
  }
  await openConsole('/app/alerts/list?tab=needs', { user: nurse, answers })
  await expect.poll(shown).toEqual([1, 2])
  for (const at of [0, 1]) await main.getByRole('listitem').getByRole('checkbox').nth(at).click({ force: true })
  await page.getByRole('button', { name: 'False alarms' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog).toMatchTextContent('Fall · Room 201')
  await expect.element(dialog).toMatchTextContent('Fall · Room 202')
  await expect.element(dialog).toMatchTextContent('2 falls are among these. Has somebody looked at the residents?')
  await dialog.getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await said('The alarms are open again.')
  const [ended] = sentTo('alarm.resolveMany')
  expect(ended!.body).toMatchObject({ ids: [idOf(1), idOf(2)], outcome: 'false-alarm' })
  expect(sentTo('alarm.undo')[0]!.body.undoes).toBe(ended!.body.requestId)
})

test('ALERT-03 GEN-10 a filter is saved, made the default, and is in force when the list is opened again', async () => {
  let saved: SavedFilter[] = []
  const answers: Answers = {
    ...five(),
    'alertFilter.list': () => ({ records: saved }),
    'alertFilter.create': ({ body }) => {
      saved = [{ id: idOf(700), ...body }]
      return saved[0]!
    },
    'alertFilter.patch': ({ body }) => {
      saved = [{ id: idOf(700), ...body }]
      return saved[0]!
    },
    'alertFilter.remove': () => {
      saved = []
      return {}
    },
  }
  await openConsole('/app/alerts/list', { user: nurse, answers })
  const menu = page.getByRole('button', { name: 'Saved filters' })
  await menu.click()
  await expect.element(page.getByText('No saved filters')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Severity' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Critical' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => location.search).toContain('critical')

  await menu.click()
  await page.getByRole('button', { name: 'Save these filters' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(page.getByText('Name is required')).toBeVisible()
  await page.getByLabelText('Name').fill('Only critical')
  await userEvent.keyboard('{Enter}')
  const star = page.getByRole('button', { name: 'Default: Only critical' })
  await star.click()
  await expect.element(star).toHaveAttribute('aria-pressed', 'true')

  await openConsole('/app/alerts/list', { user: nurse, answers })
  await expect.element(page.getByRole('button', { name: 'Only critical' })).toBeVisible()
  await expect.poll(() => location.search).toContain('critical')
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect.element(menu).toBeVisible()
  await reload()
  await menu.click()
  await page.getByRole('button', { name: 'Delete Only critical' }).click()
  await said('Filter deleted')
  await expect.element(page.getByText('No saved filters')).toBeVisible()
})

test('ALERT-03 a sixth filter is rejected, and one with a camera of another unit shows that', async () => {
  const content = { ...EMPTY_FILTER, cameraIds: [idOf(101)], units: [{ id: idOf(801), name: '3F' }] }
  const records = [1, 2, 3, 4, 5].map((at) => ({
    ...{ id: idOf(700 + at), name: `Filter ${at}`, isDefault: false },
    content: at === 1 ? content : { ...EMPTY_FILTER, isUnread: true },
  }))
  await openConsole('/app/alerts/list', {
    user: nurse,
    answers: { ...five(), 'alertFilter.list': () => ({ records }) },
  })
  await page.getByRole('button', { name: 'Saved filters' }).click()
  await expect.element(page.getByText('Maximum 5 filters allowed')).toBeVisible()
  await expect
    .element(page.getByRole('button', { name: /^Filter 1/ }))
    .toMatchTextContent('Some cameras are not available in the current unit')
})

const EMPTY_FILTER = {
  ...{
    tab: null,
    sort: null,
    isTurned: false,
    text: '',
    window: null,
    verdicts: [],
    isUnanswered: false,
    isLate: false,
  },
  ...{ isUnread: false, archived: false, severities: [], activities: [], cameraIds: [], tagIds: [], shiftIds: [] },
  ...{ units: [], range: null },
}

test('ALERT-02 ALERT-03 NAV-09 a custom time range is in the address, filters, and is not saved', async () => {
  const at = (occurredAt: string, number: number) => anAlert(number, { occurredAt })
  const rows = [at('2026-11-25T12:00:00.000Z', 1), at('2026-11-20T12:00:00.000Z', 2)]
  await openConsole('/app/alerts/list', { user: nurse, answers: siteWith(...rows) })
  await page.getByLabelText('Time range').selectOptions('Custom range…')
  const form = page.getByRole('dialog', { name: 'Custom range…' })
  await form.getByLabelText('From').fill('2026-11-26T06:00')
  await form.getByLabelText('To').fill('2026-11-24T06:00')
  await form.getByRole('button', { name: 'Apply' }).click()
  await expect.element(form.getByText('Start date should be less than End Time.')).toBeVisible()
  await form.getByLabelText('From').fill('2026-11-24T06:00')
  await form.getByLabelText('To').fill('2026-11-26T06:00')
  await form.getByRole('button', { name: 'Apply' }).click()
  await expect.element(form).not.toBeInTheDocument()
  const bounds = () => {
    const { searchParams } = new URL(location.href)
    return ['from', 'to'].map((name) => searchParams.get(name)?.replaceAll('"', ''))
  }
  // In the site's time zone, nine hours ahead.
  await expect.poll(bounds).toEqual(['2026-11-23T21:00:00.000Z', '2026-11-25T21:00:00.000Z'])
  await reload()
  await expect.poll(shown).toEqual([1])
  await page.getByRole('button', { name: 'Saved filters' }).click()
  await expect.element(page.getByText('The dates you chose are not saved with it.')).toBeVisible()
})

test('ALERT-11 an annotator sees alerts, reviews them with a reason, and has no other page', async () => {
  const answers = siteWith(anAlert(1), anAlert(2))
  await openConsole('/', { user: aUser({ role: 'ANNOTATOR' }), answers })
  await expect.poll(() => location.pathname).toBe('/app/alerts/list')
  const menu = page.getByRole('navigation', { name: 'Main navigation' })
  await expect.poll(() => menu.getByRole('link').elements().length).toBe(1)
  await cardOf(1).click()
  await page.getByRole('button', { name: 'False alarm' }).click()
  await page.getByRole('button', { name: 'Bedding moved' }).click()
  await page.getByRole('button', { name: 'Other, in words' }).click()
  await page.getByLabelText('The reason in your words').fill('The cat')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => sentTo('alert.patch').flatMap(({ body }) => (body.verdict ? [[body.verdict, body.verdictReason]] : [])))
    .toEqual([
      ['false-alarm', undefined],
      ['false-alarm', 'bedding'],
      ['false-alarm', 'The cat'],
    ])
  for (const name of ['Archive', 'Delete', 'Send again', 'Live view']) {
    await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument()
  }
})

/** Presses Tab until the target has the focus, because there is no pointer. */
async function tabTo(target: ReturnType<typeof page.getByRole>): Promise<void> {
  await expect.element(target).toBeVisible()
  for (let presses = 0; presses < 80 && document.activeElement !== target.element(); presses++) await userEvent.tab()
  await expect.element(target).toHaveFocus()
}

test('GEN-01 ALERT-04 the keyboard alone selects, archives and restores alerts', async () => {
  await openConsole('/app/alerts/list?turned=true&view=list', { answers: five() })
  await expect.poll(shown).toEqual([5, 4, 3, 2, 1])
  await userEvent.keyboard('j')
  await expect.element(cardOf(5)).toHaveFocus()
  await userEvent.keyboard('xj{Shift>}X{/Shift}')
  await expect.element(page.getByRole('region', { name: '2 selected' })).toBeVisible()
  await userEvent.keyboard('e')
  await said('2 alerts archived.')
  await expect.poll(shown).toEqual([3, 2, 1])
  // The keyboard focus moves to the next one.
  await expect.element(cardOf(3)).toHaveFocus()
  await userEvent.keyboard('{Alt>}t{/Alt}')
  await tabTo(page.getByRole('button', { name: 'Undo' }))
  await userEvent.keyboard('{Enter}')
  await said('2 alerts unarchived.')
  await expect.poll(shown).toEqual([5, 4, 3, 2, 1])
})

test('GEN-01 ALERT-05 ALERT-11 the keyboard alone opens, judges and pages through alerts', async () => {
  await openConsole('/app/alerts/list', { answers: five() })
  await expect.poll(shown).toEqual([1, 2, 3, 4, 5])
  await userEvent.keyboard('jj{Enter}')
  await expect.poll(() => location.pathname).toBe(`/app/alerts/detail/${idOf(2)}`)
  const unsure = page.getByRole('button', { name: 'Not sure' })
  await tabTo(unsure)
  await userEvent.keyboard(' ')
  await expect.element(unsure).toHaveAttribute('aria-pressed', 'true')
  await expect.element(page.getByRole('link', { name: 'Older alert' })).toBeVisible()
  await userEvent.keyboard('j')
  await expect.poll(() => location.pathname).toBe(`/app/alerts/detail/${idOf(3)}`)
  // A key that is pressed while the page changes is still meant for the one before.
  await expect
    .element(page.getByRole('link', { name: 'Newer alert' }))
    .toHaveAttribute('href', expect.stringContaining(idOf(2)))
  await userEvent.keyboard('k')
  await expect.poll(() => location.pathname).toBe(`/app/alerts/detail/${idOf(2)}`)
})

test('ALERT-04 ALERT-05 a deleted alert gives way to the next one, and Undo brings it back', async () => {
  await openConsole(`/app/alerts/detail/${idOf(1)}`, { answers: five() })
  await main.getByRole('button', { name: 'Delete' }).click()
  await said('Alert deleted.')
  await expect.poll(() => location.pathname).toBe(`/app/alerts/detail/${idOf(2)}`)
  await page.getByRole('button', { name: 'Undo' }).click()
  await said('Alert taken back.')
  expect(sentTo('alert.restore').map(({ body }) => body.ids)).toEqual([[idOf(1)]])
})

test('ALERT-01 the detail of an alert shows kind, place, time, inferring device and viewers', async () => {
  const alert = { createdAt: '2026-11-26T11:59:02.500Z', firstSeen: { userName: 'Mei Tanaka', at: NOW } }
  await openConsole(`/app/alerts/detail/${idOf(1)}`, {
    answers: siteWith(anAlert(1, { ...alert, severity: 'critical' })),
  })
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Fall')
  for (const [name, value] of [
    ['Camera', 'Camera 1'],
    ['Location', 'Room 201'],
    ['Unit', '2F'],
    ['App', 'Fall'],
    ['When', /20:59:00/],
    ['Reached us after', '2.5 sec'],
    ['Inferenced by', 'Cloud'],
    ['Seen by', /Mei Tanaka/],
  ] as const) {
    const term = main.getByRole('term').getByText(name, { exact: true }).first()
    await expect.element(term).toBeVisible()
    await expect.element(page.elementLocator(term.element().nextElementSibling!)).toMatchTextContent(value)
  }
  await expect.element(page.getByText('Critical').first()).toBeVisible()
})

test('NIGHT-11 a carer reads nothing of machines on the page of an alert', async () => {
  await openConsole(`/app/alerts/detail/${idOf(1)}`, { user: nurse, answers: siteWith(anAlert(1)) })
  await expect.element(main.getByRole('term').getByText('When', { exact: true })).toBeVisible()
  for (const word of ['Details', 'Inferenced by', 'Reached us after', /GMT/]) {
    await expect.element(main.getByText(word)).not.toBeInTheDocument()
  }
})

test('REACH-54 a signal has the name of the site in bar, list and detail, which says why it has no clip', async () => {
  const named = { activity: 'site-signal', kindName: 'マット' } as const
  const alert = anAlert(1, { ...named, severity: 'high', alarm: anAlarm(), clipState: 'failed' })
  const signal = { by: 'Mat gateway', note: 'Left side' }
  const answers: Answers = {
    ...siteWith(alert),
    'alarm.open': () => openAlarms(anOpenAlarm(1, named)),
    'alert.get': () => ({ ...anAlertDetail(1), ...alert, clipUnasked: 'camera-away', signal }),
  }
  await openConsole('/app/alerts/list', { user: nurse, answers })
  await expect.element(main.getByRole('link', { name: /マット Room 201/ })).toBeVisible()
  await expect.element(page.getByCss(`[data-alarm="${idOf(1)}"]`)).toMatchTextContent('マット')
  await openConsole(`/app/alerts/detail/${idOf(1)}`, { user: nurse, answers })
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('マット · Room 201')
  await expect.element(page.getByText(/the camera or its hub was not connected/)).toBeVisible()
  await expect.element(page.getByText('Left side')).toBeVisible()
})

test('REAL-03 a fall that only the background saw is a possible fall in bar, list and detail', async () => {
  const alert = anAlert(1, { isPossible: true, severity: 'critical', alarm: anAlarm() })
  const answers: Answers = {
    ...siteWith(alert),
    'alarm.open': () => openAlarms(anOpenAlarm(1, { isPossible: true })),
    'alert.get': () => ({ ...anAlertDetail(1), ...alert }),
  }
  await openConsole('/app/alerts/list', { user: nurse, answers })
  await expect.element(main.getByRole('link', { name: /Possible fall Room 201/ })).toBeVisible()
  await expect.element(page.getByCss(`[data-alarm="${idOf(1)}"]`)).toMatchTextContent('Possible fall')
  await openConsole(`/app/alerts/detail/${idOf(1)}`, { user: nurse, answers })
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Possible fall · ')
  serve({ 'alert.get': () => ({ ...anAlertDetail(1), ...alert, isPossible: false, verdict: 'real' }) })
  await reload()
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(/^Fall · /)
})
