/** What a window shows: the light public pages, or the console of the person who is signed in. */
import { lazyPart } from './lib/service/patient-load.ts'
import './ui/layout/style/tokens.css'
import { loaders } from 'virtual:texts'
import { useEffect, useState } from 'react'
import { loadPublicTexts } from './identity/session/public/public-texts.ts'
import { chosenLanguage } from './lib/browser/language.ts'
import { keepProof } from './lib/session/proof-journey.ts'
import { session, siteOf, useSession } from './lib/session/session.ts'
import { LoadingScreen } from './ui/feedback/logo.tsx'

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
const Console = lazyPart(loadConsole)
const PublicSite = lazyPart(async () => {
  const [site] = await Promise.all([
    import('./identity/session/public/public-site.tsx'),
    loadPublicTexts(chosenLanguage()),
  ])
  return site
})

/** The same for everybody, signed in or not. */
const isPublicPath = (path: string) => path.startsWith('/auth/')
/** These pages redirect signed-in users to the root (AUTH-01). */
const REDIRECTING = ['/auth/login', '/auth/register', '/auth/first-run']

export function Root() {
  const now = useSession()
  const [path, setPath] = useState(location.pathname)
  const isSignedIn = now.status === 'signed-in'
  const mustLeave = isSignedIn && REDIRECTING.includes(path)
  const hasLeft = now.status === 'signed-out' && (now.reason === 'left' || now.reason === 'unreached')
  useEffect(() => {
    // After signing out the user is here; the next one must not get their page. An ended session keeps its address
    // and returns to it after sign-in (AUTH-10).
    // The first administrator has everything before them.
    const start = path === '/auth/first-run' ? '/app/setup' : (mustLeave && keepProof()) || '/'
    const next = mustLeave ? start : hasLeft && !isPublicPath(location.pathname) ? '/auth/login' : null
    if (next) history.replaceState(null, '', next)
    if (next) setPath(next)
  }, [mustLeave, hasLeft, path])
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
  // Another user or site starts with an empty cache.
  return <Console key={`${user.id}/${site}`} />
}

function goTo(setPath: (path: string) => void) {
  return (path: string) => {
    history.pushState(null, '', path)
    setPath(location.pathname)
    scrollTo(0, 0)
  }
}
