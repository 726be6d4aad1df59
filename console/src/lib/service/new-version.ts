/** After a new version was installed: it is offered, and a page whose files are gone starts anew by itself, once. */
import { createStore } from '../store.ts'

/** The build that was left by a reload, so that a service which answers two builds by turns is not followed for ever. */
const LEFT_KEY = 'left-build'

/** Whether the service shows another build than the one of this page. */
export const isReplaced = createStore(() => false)

/** Whether this page may start anew by itself. Not while an alarm is open: its sound would wait for a press. */
export const mayRestart = createStore(() => true)

/** For the first code of the page. A file that is only out of reach, as without a network, reloads nothing. */
export function followNewVersions(): void {
  addEventListener('vite:preloadError', () => void restartIfReplaced())
}

async function restartIfReplaced(): Promise<void> {
  await lookForNewVersion()
  const own = ownBuild()
  if (own && isReplaced.get() && mayRestart.get() && leaves(own)) location.reload()
}

/** For a page whose line to the service was away: an upgrade restarts the service. */
export async function lookForNewVersion(): Promise<void> {
  const own = ownBuild()
  const page = await fetch('/', { cache: 'no-store' }).then(
    (answer) => (answer.ok ? answer.text() : null),
    () => null,
  )
  // A page of something else in between names no code of ours.
  if (own && page?.includes('type="module"')) isReplaced.set(!page.includes(own))
}

/** Address of this page's first script, which names the build; null in development. */
export function ownBuild(): string | null {
  return document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null
}

/** Answers false when this build was left before, or when the browser cannot remember it. */
function leaves(build: string): boolean {
  try {
    if (sessionStorage.getItem(LEFT_KEY) === build) return false
    sessionStorage.setItem(LEFT_KEY, build)
    return true
  } catch {
    return false
  }
}
