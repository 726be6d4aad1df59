/** Everything that is shown without a sign-in: login, first run, registering, forgotten passwords, legal and status pages. No MUI, no router. */

import { Suspense, startTransition, use, useState } from 'react'
import type { Language } from '#lib/browser/language.ts'
import { chosenLanguage, storeLanguage } from '#lib/browser/language.ts'
import { lazyPart } from '#lib/service/patient-load.ts'
import { LoadingScreen } from '#ui/feedback/logo.tsx'
import type { StatusKind } from '#ui/feedback/status-page.tsx'
import { LoginPage } from '../login-page.tsx'
import type { PublicPageProps } from './public-page.tsx'
import { loadPublicTexts, PublicTextContext } from './public-texts.ts'

const LegalPage = lazyPart(() => import('./legal-page.tsx'))
const FirstRunPage = lazyPart(() => import('../first-run-page.tsx'))
const ClaimPage = lazyPart(() => import('../claim-page.tsx'))
const RegisterPage = lazyPart(() => import('../register-page.tsx'))
const ResetPage = lazyPart(() => import('../reset-page.tsx'))
const VerifyPage = lazyPart(() => import('../verify-page.tsx'))
const PublicStatus = lazyPart(() => import('./public-status.tsx'))

const STATUS: Record<string, StatusKind> = {
  '/404': 'not-found',
  '/500': 'server-error',
  '/maintenance': 'maintenance',
}
/** The paths that show the login; everything below the app does so in place (AUTH-10, AUTH-11). */
const LOGIN = ['/', '/auth/login', '/auth/login-unprotected']
const REGISTER = ['/auth/register', '/auth/register-unprotected']

type Props = Omit<PublicPageProps, 'onLanguage'> & { path: string }

export default function PublicSite({ path, onInterest, onGo }: Props) {
  const [language, setLanguage] = useState(chosenLanguage)
  const onLanguage = (chosen: Language) => {
    storeLanguage(chosen)
    // A transition keeps this page until the other dictionary is there.
    startTransition(() => setLanguage(chosen))
  }
  return (
    <PublicTextContext value={use(loadPublicTexts(language))}>
      <Suspense fallback={<LoadingScreen />}>
        <Page path={path} onInterest={onInterest} onGo={onGo} onLanguage={onLanguage} />
      </Suspense>
    </PublicTextContext>
  )
}

function Page({ path, ...page }: PublicPageProps & { path: string }) {
  const clean = path.length > 1 ? path.replace(/\/$/, '') : path
  if (LOGIN.includes(clean) || clean === '/app' || clean.startsWith('/app/')) return <LoginPage {...page} />
  if (clean === '/auth/first-run') return <FirstRunPage {...page} />
  if (REGISTER.includes(clean)) return <RegisterPage {...page} />
  if (clean === '/auth/reset-password') return <ResetPage {...page} />
  if (clean === '/auth/verify') return <VerifyPage {...page} />
  if (clean === '/auth/claim') return <ClaimPage {...page} />
  if (clean === '/auth/privacy') return <LegalPage kind="privacy" {...page} />
  if (clean === '/auth/terms') return <LegalPage kind="terms" {...page} />
  return <PublicStatus kind={STATUS[clean] ?? 'not-found'} {...page} />
}
