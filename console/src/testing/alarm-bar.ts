/** The bar of alarms on a page of a test: its rows, their buttons, and presses that wait until a button takes them. */
import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import type { alarmSite } from './alarm-site.ts'
import { openConsole } from './open.tsx'
import { aUser, idOf } from './rows.ts'

export const nurse = aUser({ role: 'USER' })
export const bar = page.getByRole('region', { name: 'Alarms that need an answer' })
export const rows = bar.getByCss('[data-alarm]')
export const rowOf = (number: number) => page.getByCss(`[data-alarm="${idOf(number)}"]`)
export const button = (number: number, name: string) =>
  rowOf(number).getByRole('button', { name: new RegExp(`^${name}`) })
/** Buttons that have just appeared ignore presses. */
export const takesPresses = (of: Locator) => expect.element(of).not.toHaveAttribute('aria-disabled')
export const says = (number: number, text: string | RegExp) => expect.element(rowOf(number)).toMatchTextContent(text)

export async function press(number: number, name: string): Promise<void> {
  await takesPresses(button(number, name))
  await button(number, name).click()
}

export async function pressOutcome(name: string): Promise<void> {
  const outcome = page.getByRole('dialog', { name: 'How did it end?' }).getByRole('button', { name })
  await takesPresses(outcome)
  await outcome.click()
}

export async function open(site: ReturnType<typeof alarmSite>, user = nurse): Promise<void> {
  await openConsole('/app/alerts/list', { user, answers: site.answers })
  await expect.element(rows.first()).toBeVisible()
}
