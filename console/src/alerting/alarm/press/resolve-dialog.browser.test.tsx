/** How an alarm ended, by one press; the bar stays above the dialog. */
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { nurse, open, press, pressOutcome, rowOf, rows, takesPresses } from '#console/testing/alarm-bar.ts'
import { alarmSite } from '#console/testing/alarm-site.ts'
import { openConsole } from '#console/testing/open.tsx'
import { anAlarm, anOpenAlarm, idOf } from '#console/testing/rows.ts'
import { sentTo } from '#console/testing/service.ts'

test('NIGHT-01 a fall among the alarms of a room is not ended as false without being asked about', async () => {
  const room = { room: 'Room 205', location: 'Room 205', alarm: anAlarm({ state: 'arrived' }) }
  const exit = { ...room, activity: 'A006', severity: 'high' } as const
  const site = alarmSite(nurse, anOpenAlarm(1, room), anOpenAlarm(2, exit))
  await open(site)
  await press(1, 'Finish')
  const dialog = page.getByRole('dialog', { name: 'How did it end?' })
  await expect.element(dialog).toMatchTextContent('This ends all alarms of the room: Fall, Bed exit.')
  await pressOutcome('False alarm')
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('A fall is among these alarms.')
  expect(sentTo('alarm.answer')).toEqual([])
  await dialog.getByRole('button', { name: 'All were false alarms' }).click()
  await expect.poll(() => rows.elements().length).toBe(0)
})

test('ALARM-02 a second press on Finish ends nothing: outcomes take no press at first', async () => {
  const site = alarmSite(nurse, anOpenAlarm(1, { alarm: anAlarm({ state: 'arrived' }) }))
  await open(site)
  const isPressed = new Promise<void>((resolve) => {
    new MutationObserver((_changes, observer) => {
      const first = document.querySelector<HTMLElement>('[role="dialog"] [aria-keyshortcuts="1"]')
      if (!first) return
      observer.disconnect()
      first.click()
      resolve()
    }).observe(document.body, { childList: true, subtree: true })
  })
  await press(1, 'Finish')
  await isPressed
  expect(sentTo('alarm.answer')).toEqual([])
  await pressOutcome('No injury')
  await expect.element(rowOf(1)).not.toBeInTheDocument()
})

test('NIGHT-02 an alarm that comes while somebody writes in a dialog is seen above it, and answered there', async () => {
  const site = alarmSite(nurse, anOpenAlarm(1, { alarm: anAlarm({ state: 'arrived' }) }))
  await open(site)
  await press(1, 'Finish')
  const dialog = page.getByRole('dialog', { name: 'How did it end?' })
  await dialog.getByRole('button', { name: 'Write a note first' }).click()
  await dialog.getByLabelText('Note').fill('She sat beside')
  site.raise(2)
  const going = page.getByCss(`[data-alarm="${idOf(2)}"] button[data-kind="urgent"]`)
  await takesPresses(going)
  const { x, y, width, height } = going.element().getBoundingClientRect()
  const above = document.elementFromPoint(x + width / 2, y + height / 2)
  expect(going.element().contains(above)).toBe(true)
  vi.advanceTimersByTime(1_000)
  await going.click()
  await expect.poll(() => site.stateOf(idOf(2))).toBe('claimed')
  await expect.element(dialog.getByLabelText('Note')).toHaveValue('She sat beside')
})

test('NIGHT-01 on its page one alarm of a room gets an outcome of its own', async () => {
  const room = { room: 'Room 205', location: 'Room 205', alarm: anAlarm({ state: 'arrived' }) }
  const exit = { ...room, activity: 'A006', severity: 'high' } as const
  const site = alarmSite(nurse, anOpenAlarm(1, room), anOpenAlarm(2, exit))
  await openConsole(`/app/alerts/detail/${idOf(2)}`, { user: nurse, answers: site.answers })
  const answer = page.getByRole('region', { name: 'Answer', exact: true })
  await expect.element(answer).toMatchTextContent('Also in this room: Fall.')
  const finish = answer.getByRole('button', { name: /^Finish/ })
  await takesPresses(finish)
  await finish.click()
  const dialog = page.getByRole('dialog', { name: 'How did it end?' })
  await dialog.getByText('Only this alarm').click()
  await pressOutcome('False alarm')
  await expect.poll(() => site.stateOf(idOf(2))).toBeUndefined()
  expect(site.stateOf(idOf(1))).toBe('arrived')
})
