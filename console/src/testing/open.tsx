/** Opens the console, or one part of it, in this browser: as a person at an address, with a service that the test gives. */

import { Suspense } from 'react'
import { toast } from 'sonner'
import { vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { startThemeSettings, type ThemeSettings } from '#lib/browser/theme-settings.ts'
import { followTranslation } from '#lib/browser/translated-text.ts'
import { followConnections } from '#lib/service/connection.ts'
import { followOtherTabs, type SessionUser, session, signIn, signOut } from '#lib/session/session.ts'
import { LoadingScreen } from '#ui/feedback/logo.tsx'
import { Root } from '../root.tsx'
import { aUser, NOW } from './rows.ts'
import { type Answers, serve } from './service.ts'

type Opening = {
  /** Null: nobody is signed in. */
  user?: SessionUser | null
  answers?: Answers
  /** The current time. */
  now?: string
  theme?: Partial<ThemeSettings>
}

/** Longer than the console retains presses in memory. */
const KEPT_MS = 60_000
const ownAddress = location.href
let stopFollowing: (() => void)[] = []
followTranslation()

/** What the frame around every page asks for: nothing waits, and this device is proven. */
const SHELL: Answers = {
  'alert.search': () => ({ records: [], totalCount: 0, currentPage: 0 }),
  'alarm.open': () => ({ records: [], totalCount: 0, roomCount: 0, unclaimedCount: 0, now: new Date().toISOString() }),
  'deviceProof.present': () => ({ provenAt: NOW, provenByName: 'Yuki Sato', steps: null }),
  'secondFactor.get': () => ({ onSince: null, recoveryLeft: 0, dueAt: null }),
  'session.logout': () => ({ provider: null }),
}

/** The whole console at that address. Time starts at `now` and runs; `vi.advanceTimersByTime` moves it. */
export async function openConsole(path: string, { user = aUser(), answers = {}, now = NOW, theme = {} }: Opening = {}) {
  await cleanup()
  vi.useFakeTimers({
    now: Date.parse(now),
    shouldAdvanceTime: true,
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
  })
  localStorage.setItem('settings', JSON.stringify(theme))
  startThemeSettings()
  serve({ ...SHELL, ...answers })
  history.replaceState(null, '', path)
  if (user) signIn(user)
  else signOut(null)
  return await draw()
}

/** Reloads the same window. */
export async function reload() {
  await cleanup()
  return await draw()
}

async function draw() {
  for (const stop of stopFollowing) stop()
  stopFollowing = [followConnections(), followOtherTabs()]
  return await render(
    <Suspense fallback={<LoadingScreen />}>
      <Root />
    </Suspense>,
  )
}

/** After a test: signs out and clears the storage. */
export async function closeConsole(): Promise<void> {
  toast.dismiss()
  await cleanup()
  // What the page keeps for some seconds is not kept for the next test.
  if (vi.isFakeTimers()) vi.advanceTimersByTime(KEPT_MS)
  for (const stop of stopFollowing) stop()
  stopFollowing = []
  if (session().status !== 'signed-out') signOut(null)
  localStorage.clear()
  sessionStorage.clear()
  dispatchEvent(new StorageEvent('storage', { key: null }))
  startThemeSettings()
  history.replaceState(null, '', ownAddress)
  await userEvent.cleanup()
}

/** Chooses several by typing their names, in a field that finds them. */
export async function pick(field: string, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    await page.getByRole('combobox', { name: field }).fill(text)
    await page.getByRole('option', { name: text }).first().click()
  }
  await userEvent.keyboard('{Escape}')
}
