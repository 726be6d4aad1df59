/** The first code of every visit: look and session from storage, then what the window shows. */

import { Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { beginSession } from './lib/access/session-start.ts'
import { ignoreComposingKeys } from './lib/browser/composing-keys.ts'
import { chosenLanguage } from './lib/browser/language.ts'
import { startThemeSettings } from './lib/browser/theme-settings.ts'
import { followTranslation } from './lib/browser/translated-text.ts'
import { keepConsole } from './lib/browser/worker-registration.ts'
import { followConnections } from './lib/service/connection.ts'
import { followNewVersions } from './lib/service/new-version.ts'
import { followOtherTabs } from './lib/session/session.ts'
import { Root } from './root.tsx'
import { LoadingScreen } from './ui/feedback/logo.tsx'
import href from './ui/layout/style/font.css?url'

/** Delay in browsers without `requestIdleCallback`. */
const IDLE_AFTER_MS = 1000

// Outdated browsers have no such element: build/old-browser-page.js shows a message instead.
const place = document.getElementById('root')
if (place) start(place)

function start(element: HTMLElement): void {
  if (import.meta.env.DEV && location.pathname === '/gallery') {
    void import('./app/gallery/start-gallery.tsx').then(({ startGallery }) => startGallery(element))
    return
  }
  // Before zod is loaded: it would try code made of text for its speed, which the content policy forbids.
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
  ignoreComposingKeys()
  followNewVersions()
  followTranslation()
  startThemeSettings()
  document.documentElement.lang = chosenLanguage()
  beginSession()
  followConnections()
  followOtherTabs()
  createRoot(element).render(
    <Suspense fallback={<LoadingScreen />}>
      <Root />
    </Suspense>,
  )
  if (document.readyState === 'complete') whenIdle(atRest)
  else addEventListener('load', () => whenIdle(atRest), { once: true })
}

function atRest(): void {
  loadFont()
  keepConsole().catch((error) => console.warn('The console could not be stored for times without connection.', error))
}

/** Safari has no `requestIdleCallback`. */
function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work)
  else setTimeout(work, IDLE_AFTER_MS)
}

/** Call it after the first paint: until then text uses the system's own font. */
function loadFont(): void {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  document.head.append(link)
}
