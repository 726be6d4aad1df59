/** A new version is offered; an alarm forbids a start of the page by itself. HAND-03. */
import { afterEach, expect, test, vi } from 'vitest'
import { followNewVersions, isReplaced, lookForNewVersion, mayRestart } from '#lib/service/new-version.ts'

const OWN = '/assets/own.js'
const script = Object.assign(document.createElement('script'), { type: 'module' })
const page = (code: string) => `<script type="module" src="${code}"></script>`
const answer = (body: string, status = 200) => vi.stubGlobal('fetch', async () => new Response(body, { status }))

afterEach(() => {
  vi.unstubAllGlobals()
  script.remove()
  isReplaced.set(false)
  mayRestart.set(true)
  sessionStorage.clear()
})

/** As the page's own script, before those of the test. */
function beBuild(): void {
  script.setAttribute('src', OWN)
  script.type = 'module'
  document.head.prepend(script)
}

test.each([
  ['another build', page('/assets/other.js'), 200, true],
  ['the same build', page(OWN), 200, false],
  ['a page of a proxy', '<html>Sign in to this network', 200, false],
  ['an error', page('/assets/other.js'), 502, false],
])('HAND-03 a page that the service answers with %s offers a new version, or none', async (_, body, status, isNew) => {
  beBuild()
  answer(body, status)
  await lookForNewVersion()
  expect(isReplaced.get()).toBe(isNew)
})

test('HAND-03 a part whose code is gone reloads nothing during an alarm, and offers the new version', async () => {
  beBuild()
  answer(page('/assets/other.js'))
  mayRestart.set(false)
  followNewVersions()
  dispatchEvent(new Event('vite:preloadError'))
  await vi.waitFor(() => expect(isReplaced.get()).toBe(true))
  expect(sessionStorage.getItem('left-build')).toBe(null)
})
