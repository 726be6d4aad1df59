/** The bar of alarms: its rows, presses by pointer and key, and presses that wait for the connection. */
import { expect, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import {
  bar,
  button,
  nurse,
  open,
  press,
  pressOutcome,
  rowOf,
  rows,
  says,
  takesPresses,
} from '#console/testing/alarm-bar.ts'
import { alarmSite } from '#console/testing/alarm-site.ts'
import { DASHBOARD } from '#console/testing/answers.ts'
import { openConsole, reload } from '#console/testing/open.tsx'
import { anAlarm, anAlert, anOpenAlarm, aUser, idOf, pageOf } from '#console/testing/rows.ts'
import { disconnect, errorAnswer, reconnect, sentTo } from '#console/testing/service.ts'

test('ALARM-02 a double click claims only one alarm, and does not undo it', async () => {
  const site = alarmSite(nurse, 1, 2, 3)
  await open(site)
  await takesPresses(button(1, 'I’m going'))
  await button(1, 'I’m going').dblClick()
  await says(1, 'You are going')
  // As it was for two seconds: nothing lies there that could be pressed.
  await expect.element(button(1, 'I’m going')).toHaveAttribute('aria-disabled', 'true')
  await expect.element(button(1, 'I’ve arrived')).toBeVisible()
  expect(sentTo('alarm.answer').map(({ body, params }) => [body.action, params.id])).toEqual([['claim', idOf(1)]])
})

test('ALARM-02 the key c twice claims one alarm, and an undo opens it again', async () => {
  const site = alarmSite(nurse, 1, 2)
  await open(site)
  await takesPresses(button(1, 'I’m going'))
  vi.advanceTimersByTime(1_000)
  await userEvent.keyboard('cc')
  await says(1, 'You are going')
  expect([site.stateOf(idOf(1)), site.stateOf(idOf(2))]).toEqual(['claimed', 'open'])
  await press(1, 'Undo')
  await says(1, 'Nobody is going yet')
  expect(site.stateOf(idOf(1))).toBe('open')
})

test('ALARM-02 the keys c, a and r claim, arrive and resolve, except in a field', async () => {
  const site = alarmSite(nurse, 1)
  await open(site)
  await says(1, 'Nobody is going yet')
  await takesPresses(button(1, 'I’m going'))
  await page.getByRole('button', { name: /All units/ }).click()
  const field = page.getByRole('searchbox', { name: 'Search units' })
  await userEvent.type(field, 'car')
  await expect.element(field).toHaveValue('car')
  await userEvent.keyboard('{Escape}')
  await expect.element(field).not.toBeInTheDocument()
  await userEvent.keyboard('a')
  expect(sentTo('alarm.answer')).toEqual([])
  await userEvent.keyboard('ca')
  await says(1, 'You are going')
  // Nobody arrives within two seconds: somebody types a word.
  vi.advanceTimersByTime(2_000)
  await userEvent.keyboard('a')
  await says(1, 'You are there')
  await userEvent.keyboard('r')
  await expect.element(page.getByRole('dialog', { name: 'How did it end?' })).toBeVisible()
  await userEvent.keyboard('1')
  await expect.element(rowOf(1)).not.toBeInTheDocument()
  expect(sentTo('alarm.answer').at(-1)!.body).toMatchObject({ action: 'resolve', outcome: 'no-injury' })
})

test('ALARM-02 a press without a connection waits, survives a reload, and counts later', async () => {
  const site = alarmSite(nurse, 1)
  await open(site)
  disconnect()
  await press(1, 'I’m going')
  await says(1, 'waits for the connection. The others do not know it yet.')
  await expect.element(rowOf(1)).not.toMatchTextContent('You are going')
  await press(1, 'I’ve arrived')
  await expect
    .element(
      rowOf(1)
        .getByText(/waits for the connection/)
        .nth(1),
    )
    .toBeVisible()
  await reload()
  await expect.element(bar.getByText(/waits for the connection/).nth(1)).toBeVisible()
  reconnect()
  await says(1, 'You are there')
  const [claim, arrive] = sentTo('alarm.answer').map(({ body }) => body)
  expect(claim).toMatchObject({ action: 'claim', pressedAt: expect.any(String) })
  expect(arrive).toMatchObject({ action: 'arrive', pressedAt: expect.any(String) })
})

test('ALARM-03 of five open alarms the bar shows the newest three and how many more there are', async () => {
  const site = alarmSite(nurse)
  await openConsole('/app/alerts/list', { user: nurse, answers: site.answers })
  site.raise(1, 2, 3, 4, 5)
  await expect.element(rows.nth(2)).toBeVisible()
  await expect.poll(() => rows.elements().length).toBe(3)
  await bar.getByRole('link', { name: '2 more rooms' }).click()
  await expect.poll(() => location.search).toMatch(/tab=needs/)
  for (const number of [1, 2, 3, 4, 5]) site.become(idOf(number), { state: 'resolved' })
  await expect.poll(() => rows.elements().length).toBe(0)
})

test('ALARM-03 opening an alarm does not answer it; keys act on the page’s own alarm', async () => {
  const site = alarmSite(nurse, 1, 2)
  await open(site)
  await takesPresses(button(2, 'I’m going'))
  await rowOf(2).getByRole('link', { name: /^Open/ }).last().click()
  await expect.poll(() => location.pathname).toBe(`/app/alerts/detail/${idOf(2)}`)
  await says(2, 'Nobody is going yet')
  const answer = page.getByRole('region', { name: 'Answer', exact: true })
  await expect.element(answer.getByRole('button', { name: /^I’m going/ })).not.toHaveAttribute('aria-disabled')
  // An alarm that has just come to be meant ignores the key.
  await expect
    .poll(async () => {
      await userEvent.keyboard('c')
      return site.stateOf(idOf(2))
    })
    .toBe('claimed')
  await expect.element(answer).toMatchTextContent('You are going')
  expect([site.stateOf(idOf(1)), site.stateOf(idOf(2))]).toEqual(['open', 'claimed'])
  await userEvent.keyboard('ga')
  await expect.poll(() => location.pathname).toBe('/app/alerts/list')
  await says(2, 'You are going')
  await press(2, 'Give back')
  await says(2, 'The person who was going gave it back. Somebody has to go.')
})

test('ALARM-04 the link of an e-mail claims nothing by itself; one press on its button does', async () => {
  const site = alarmSite(nurse, 1)
  await openConsole(`/app/alerts/detail/${idOf(1)}#going`, { user: nurse, answers: site.answers })
  const answer = page.getByRole('region', { name: 'Answer', exact: true })
  const going = answer.getByRole('button', { name: /^I’m going/ })
  await expect.element(going).toHaveFocus()
  await takesPresses(going)
  vi.advanceTimersByTime(1_000)
  await expect.element(answer).toMatchTextContent('Nobody is going yet')
  expect(site.stateOf(idOf(1))).toBe('open')
  await userEvent.keyboard('{Enter}')
  await expect.element(answer).toMatchTextContent('You are going')
  expect(sentTo('alarm.answer').map(({ body }) => body.source)).toEqual(['email'])
})

test('ALARM-02 a colleague who already goes is shown, and another user can join', async () => {
  const site = alarmSite(nurse, 1)
  await open(site)
  await takesPresses(button(1, 'I’m going'))
  const claimer = { userId: idOf(905), userName: 'Mei Tanaka', at: new Date().toISOString() }
  site.become(idOf(1), { state: 'claimed', claimer, claimEndsAt: new Date(Date.now() + 180_000).toISOString() })
  await says(1, /Mei Tanaka is going, \d:\d\d/)
  await press(1, 'I’m going too')
  await expect.element(button(1, 'I’ve arrived')).toBeVisible()
  expect(sentTo('alarm.answer').map(({ body }) => body.action)).toEqual(['join'])
})

test('REACH-25 a station asks for the PIN before the end alone, and a wrong one is asked again', async () => {
  const station = aUser({ role: 'USER', type: 'SHARED', displayName: 'Station' })
  const site = alarmSite(station, 1)
  const person = (at: number, userName: string, hasPin: boolean) => ({
    ...{ userId: idOf(at), userName, isOnDuty: true, hasPin },
  })
  const records = [person(905, 'Mei Tanaka', true), person(906, 'Ken Ono', false)]
  await openConsole('/app/alerts/list', {
    user: station,
    answers: {
      ...site.answers,
      'alarm.answerers': () => ({ records, hasRoster: false, isPinAsked: true }),
      'stationPin.prove': ({ body }) => {
        if (body.pin !== '4071') throw errorAnswer('invalid-request', { pin: 'station-pin.wrong' })
        return { proof: 'proof' }
      },
    },
  })
  await press(1, 'I’m going')
  await page.getByRole('dialog', { name: 'Who is going?' }).getByRole('button', { name: 'Mei Tanaka' }).click()
  await says(1, 'Mei Tanaka is going')
  await press(1, 'Finish')
  await pressOutcome('No help needed')
  await page.getByRole('button', { name: 'Ken Ono' }).click()
  await expect.element(page.getByText('This person has no PIN yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Mei Tanaka' }).click()
  const dialog = page.getByRole('dialog', { name: 'PIN of Mei Tanaka' })
  await expect.element(dialog.getByLabelText('PIN *')).toHaveFocus()
  await userEvent.keyboard('1111{Enter}')
  await expect.element(dialog.getByText('This PIN is not right')).toBeVisible()
  await dialog.getByLabelText('PIN *').fill('4071')
  await dialog.getByRole('button', { name: 'End the alarm' }).click()
  await expect.element(rowOf(1)).not.toBeInTheDocument()
  expect(sentTo('alarm.answer').at(-1)?.body).toMatchObject({ byUserId: idOf(905), proof: 'proof' })
})

test('ALARM-02 ALARM-03 a shared station stays awake, and asks for a name before a claim', async () => {
  let locks = 0
  const release = async () => void locks--
  const request = async () => {
    locks++
    return { release } as WakeLockSentinel
  }
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } })
  const station = aUser({ role: 'USER', type: 'SHARED', displayName: 'Station' })
  const site = alarmSite(station, 1)
  const answerers = {
    records: [{ userId: idOf(905), userName: 'Mei Tanaka', isOnDuty: true, hasPin: true }],
    hasRoster: false,
    isPinAsked: false,
  }
  await openConsole('/app/alerts/list', {
    user: station,
    answers: { ...site.answers, 'alarm.answerers': () => answerers },
  })
  await expect.poll(() => locks).toBe(1)
  await press(1, 'I’m going')
  const dialog = page.getByRole('dialog', { name: 'Who is going?' })
  await expect.element(dialog.getByRole('searchbox')).toHaveFocus()
  await says(1, 'Nobody is going yet')
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await says(1, 'Mei Tanaka is going')
  await press(1, 'I’ve arrived')
  await page.getByRole('dialog', { name: 'Who has arrived?' }).getByRole('button', { name: 'Mei Tanaka' }).click()
  await says(1, 'Mei Tanaka is there')
  expect(sentTo('alarm.answer').map(({ body }) => [body.source, body.byUserId])).toEqual([
    ['station', idOf(905)],
    ['station', idOf(905)],
  ])
  Reflect.deleteProperty(navigator, 'wakeLock')
})

test('NIGHT-01 the alarms of a room are one row and one press, which an undo takes back', async () => {
  const room = { room: 'Room 205', location: 'Room 205' }
  const exit = { ...room, activity: 'A006', severity: 'high' } as const
  const site = alarmSite(nurse, anOpenAlarm(1, room), anOpenAlarm(2, exit), anOpenAlarm(3, exit), anOpenAlarm(4))
  await open(site)
  await expect.poll(() => rows.elements().length).toBe(2)
  await says(1, /Fall.*and 2 × Bed exit/)
  await press(1, 'I’m going')
  await says(1, 'You are going')
  expect([1, 2, 3, 4].map((number) => site.stateOf(idOf(number)))).toEqual(['claimed', 'claimed', 'claimed', 'open'])
  expect(sentTo('alarm.answer').map(({ body }) => body.seenIds)).toEqual([[1, 2, 3].map(idOf)])
  await press(1, 'Undo')
  await says(1, 'Nobody is going yet')
  expect([1, 2, 3].map((number) => site.stateOf(idOf(number)))).toEqual(['open', 'open', 'open'])
})

test.each([
  [[], 'Mei Tanaka is going to this room, but not for this yet'],
  [['Yuki Sato'], 'Mei Tanaka, Yuki Sato are going to this room, but not for this yet'],
])('NIGHT-01 a fall in a room that others go to opens its row again, with their names (%s)', async (others, words) => {
  const room = { room: 'Room 205', location: 'Room 205' }
  const claimer = { userId: idOf(905), userName: 'Mei Tanaka', at: new Date().toISOString() }
  const joined = others.map((userName) => ({ userId: idOf(906), userName, at: new Date().toISOString() }))
  const claimEndsAt = new Date(Date.now() + 180_000).toISOString()
  const claimed = anAlarm({ state: 'claimed', claimer, joined, claimEndsAt })
  const exit = anOpenAlarm(2, { ...room, activity: 'A006', severity: 'high', alarm: claimed })
  await open(alarmSite(nurse, exit, anOpenAlarm(1, room)))
  await expect.poll(() => rows.elements().length).toBe(1)
  await says(1, words)
  await press(1, 'I’m going')
  await says(1, 'You are going')
})

test('ALARM-02 the keys g r, g d, g c and g a lead to pages, and answer no alarm', async () => {
  const site = alarmSite(nurse, 1)
  // Asked where a page has the time to draw.
  Object.assign(site.answers, { ...DASHBOARD, ...site.answers })
  await open(site)
  await takesPresses(button(1, 'I’m going'))
  vi.advanceTimersByTime(1_000)
  const pages = { gr: '/app/rooms', gd: '/app/dashboard', gc: '/app/cameras/list', ga: '/app/alerts/list' }
  for (const [keys, path] of Object.entries(pages)) {
    await userEvent.keyboard(keys)
    await expect.poll(() => location.pathname).toBe(path)
  }
  expect(sentTo('alarm.answer')).toEqual([])
})

test('ALARM-03 a press on a page that an alarm has just moved does not count, a later one does', async () => {
  const site = alarmSite(nurse, 1)
  await open(site)
  await expect.poll(() => Number(localStorage.getItem('alarm-bar-height'))).toBeGreaterThan(0)
  await expect.element(page.getByRole('main').getByText('Nothing has happened yet.')).toBeVisible()
  const counted: string[] = []
  const press = (when: string) => {
    const title = document.querySelector('main h1')!
    const count = () => counted.push(when)
    title.addEventListener('click', count)
    title.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
    title.removeEventListener('click', count)
  }
  vi.advanceTimersByTime(600)
  press('before')
  const isMoved = new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('main')!.style.pointerEvents !== 'none') return
      observer.disconnect()
      press('early')
      resolve()
    })
    observer.observe(document.body, { attributes: true, subtree: true })
  })
  site.raise(2)
  await isMoved
  vi.advanceTimersByTime(600)
  press('late')
  expect(counted).toEqual(['before', 'late'])
})

test('NIGHT-02 on a phone alarms are a sheet within the thumb’s reach, and the page stays', async () => {
  await page.viewport(390, 844)
  const site = alarmSite(nurse)
  const rows = Array.from({ length: 12 }, (_, at) => anAlert(10 + at))
  await openConsole('/app/alerts/list', {
    user: nurse,
    answers: { ...site.answers, 'alert.search': () => pageOf(...rows) },
  })
  const heading = page.getByRole('heading', { level: 1 })
  await expect.element(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  const topOf = (locator: Locator) => locator.element().getBoundingClientRect().top
  const before = topOf(heading)
  expect(before).toBeLessThan(60 + 24)
  site.raise(1, 2, 3)
  await expect.element(bar.getByCss('[data-alarm]').nth(1)).toBeVisible()
  expect(topOf(heading)).toBe(before)
  expect(topOf(bar)).toBeGreaterThan(844 / 2)
  const going = bar.getByRole('button', { name: /^I’m going/ }).first()
  expect(going.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  // The end of the page is not below the sheet.
  scrollTo(0, document.documentElement.scrollHeight)
  const last = page.getByRole('main').element().lastElementChild!
  await expect.poll(() => last.getBoundingClientRect().bottom).toBeLessThanOrEqual(topOf(bar))
  await page.getByRole('navigation', { name: 'Most used pages' }).getByRole('link', { name: 'Alarms 3' }).click()
  await expect.poll(() => location.search).toMatch(/tab=needs/)
})

test('NIGHT-02 a colleague on the way to a room without a row stays on the bar in one line', async () => {
  const claimer = { userId: idOf(905), userName: 'Mei Tanaka', at: new Date(Date.now() - 40_000).toISOString() }
  const claimed = anAlarm({ state: 'claimed', claimer, claimEndsAt: new Date(Date.now() + 140_000).toISOString() })
  await open(alarmSite(nurse, 1, 2, 3, anOpenAlarm(5, { alarm: claimed })))
  await expect.element(rows.nth(2)).toBeVisible()
  await expect.element(bar.getByRole('link', { name: /^Mei Tanaka to Room 205, \d:\d\d$/ })).toBeVisible()
})

test('NIGHT-02 the focus goes to the next row when the alarm that had it is finished', async () => {
  const there = { alarm: anAlarm({ state: 'arrived' }) } as const
  await open(alarmSite(nurse, anOpenAlarm(1, there), anOpenAlarm(2, there)))
  await takesPresses(button(1, 'Finish'))
  button(1, 'Finish').element().focus()
  await userEvent.keyboard('{Enter}')
  await pressOutcome('No injury')
  await expect.element(rowOf(1)).not.toBeInTheDocument()
  await expect.poll(() => rowOf(2).element().contains(document.activeElement)).toBe(true)
})

test('NIGHT-02 the keyboard leaves a row of the bar by Tab', async () => {
  await open(alarmSite(nurse, 1))
  await expect.element(button(1, 'I’m going')).toBeVisible()
  button(1, 'I’m going').element().focus()
  await userEvent.keyboard('{Tab}')
  await expect.poll(() => document.activeElement?.tagName).toBe('A')
  await userEvent.keyboard('{Tab}')
  await expect.poll(() => rowOf(1).element().contains(document.activeElement)).toBe(false)
})
