/** A scripted carer of the busy night: takes the first room that nobody is going to, walks, helps, and says how it ended. */
import { setTimeout as pause } from 'node:timers/promises'
import { type Chance, chanceOf } from '@mimamori/service/seed/chance.ts'
import type { Locator, Page } from '@playwright/test'

const LOOK_EVERY_MS = 1_000
const WALK_MS = { least: 15_000, most: 40_000 }
const HELP_MS = { least: 20_000, most: 60_000 }
const PRESS_WITHIN_MS = 5_000

/** Rooms that were answered to the end, and every press or choice that it took, refused ones included. */
export type CarerCount = { calls: number; presses: number }

/** Answers what stands in the page's bar until the signal. */
export async function answerAlarms(page: Page, ending: AbortSignal): Promise<CarerCount> {
  const chance = chanceOf('carer', page.url())
  const count: CarerCount = { calls: 0, presses: 0 }
  while (!ending.aborted) {
    await pause(LOOK_EVERY_MS)
    const waiting = page.locator('[data-alarm] button[data-kind="urgent"]').first()
    if (!(await waiting.isVisible())) continue
    if (await press(waiting, count)) await goThere(page, { chance, count, ending })
  }
  return count
}

type Trip = { chance: Chance; count: CarerCount; ending: AbortSignal }

async function goThere(page: Page, { chance, count, ending }: Trip): Promise<void> {
  const next = page.locator('[data-alarm][data-mine] button[data-kind="next"]').first()
  await rest(chance.between(WALK_MS.least, WALK_MS.most), ending)
  // A colleague was faster.
  if (ending.aborted || !(await next.isVisible())) return
  await press(next, count)
  await rest(chance.between(HELP_MS.least, HELP_MS.most), ending)
  if (ending.aborted || !(await press(next, count))) return
  const outcome = page.getByRole('dialog').locator('button[aria-keyshortcuts]:not([aria-disabled])').first()
  // An alarm that comes at this moment moves the page, and the press does not count.
  do await press(outcome, count)
  while (!ending.aborted && (await outcome.isVisible()))
  if (!ending.aborted) count.calls++
}

async function press(button: Locator, count: CarerCount): Promise<boolean> {
  count.presses++
  return button.click({ timeout: PRESS_WITHIN_MS }).then(
    () => true,
    () => false,
  )
}

async function rest(ms: number, ending: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal: ending }).catch(() => {})
}
