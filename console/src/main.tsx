/** The first code of every visit: look and session from storage, then either the light public pages or the console. */
import './ui/layout/style/tokens.css'
import { loaders } from 'virtual:texts'
import { lazy, Suspense, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { loadPublicTexts } from './identity/session/public/public-texts.ts'
import { chosenLanguage } from './lib/browser/language.ts'
import { startThemeSettings } from './lib/browser/theme-settings.ts'
import { followConnections } from './lib/service/connection.ts'
import { followNewVersions } from './lib/service/new-version.ts'
import { followOtherTabs, session, siteOf, useSession } from './lib/session/session.ts'
import { beginSession } from './lib/session/session-start.ts'
import { LoadingScreen } from './ui/feedback/loading-screen.tsx'
import { loadFont } from './ui/layout/style/font.ts'

const loadConsole = async () => {
  const [{ Console }] = await Promise.all([import('./app/console.tsx'), loadTexts()])
  return { default: Console }
}
const loadTexts = async () => {
  const { startI18n } = await import('./lib/browser/i18n.ts')
  const now = session()
  const own = now.status === 'signed-in' ? now.user.locale : chosenLanguage()
  await startI18n(own, loaders)
}
const Console = lazy(loadConsole)
const PublicSite = lazy(async () => {
  const [site] = await Promise.all([
    import('./identity/session/public/public-site.tsx'),
    loadPublicTexts(chosenLanguage()),
  ])
  return site
})

/** Shown the same to everybody, signed in or not. */
const isPublicPath = (path: string) => path.startsWith('/auth/')
/** These two lead somebody who is signed in to the root (AUTH-01). */
const REDIRECTING = ['/auth/login', '/auth/register', '/auth/first-run']

function Root() {
  const now = useSession()
  const [path, setPath] = useState(location.pathname)
  const isSignedIn = now.status === 'signed-in'
  const mustLeave = isSignedIn && REDIRECTING.includes(path)
  const hasLeft = now.status === 'signed-out' && (now.reason === 'left' || now.reason === 'unreached')
  useEffect(() => {
    // A person who signs out ends here; the next one must not arrive on their page. An ended session stays in place
    // and comes back to it after sign-in (AUTH-10).
    const next = mustLeave ? '/' : hasLeft && !isPublicPath(location.pathname) ? '/auth/login' : null
    if (next) history.replaceState(null, '', next)
    if (next) setPath(next)
  }, [mustLeave, hasLeft])
  useEffect(() => {
    const follow = () => setPath(location.pathname)
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])

  if (now.status === 'uninitialised' || mustLeave) return <LoadingScreen />
  if (!isSignedIn || isPublicPath(path)) {
    return <PublicSite path={path} onInterest={() => void import('./app/console.tsx')} onGo={goTo(setPath)} />
  }
  const { user } = now
  const site = siteOf(user)?.id ?? ''
  // Another person or another site starts from nothing: no cached row of the one before.
  return <Console key={`${user.id}/${site}`} />
}

function goTo(setPath: (path: string) => void) {
  return (path: string) => {
    history.pushState(null, '', path)
    setPath(location.pathname)
    scrollTo(0, 0)
  }
}

// Before zod is loaded: it would try code made of text for its speed, which the content policy forbids.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
followNewVersions()
startThemeSettings()
document.documentElement.lang = chosenLanguage()
beginSession()
followConnections()
followOtherTabs()
createRoot(document.getElementById('root')!).render(
  <Suspense fallback={<LoadingScreen />}>
    <Root />
  </Suspense>,
)
if (document.readyState === 'complete') requestIdleCallback(loadFont)
else addEventListener('load', () => requestIdleCallback(loadFont), { once: true })
