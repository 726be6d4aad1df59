/** The signed-in console: theme, cache, routes, live updates. Loaded only after sign-in. */
import '#ui/layout/style/tip.css'
import { ThemeProvider } from '@mui/material/styles'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { loadTexts, switchLanguage } from '#lib/browser/i18n.ts'
import { useThemeSettings } from '#lib/browser/theme-settings.ts'
import { ApiError, useIsBlocked } from '#lib/service/api.ts'
import { lazyPart } from '#lib/service/patient-load.ts'
import { siteOf, useUser } from '#lib/session/session.ts'
import { keepLists, restoreLists } from './last-lists.ts'
import { startLiveUpdates } from './live-updates.ts'
import { makeRouter } from './route/routes.tsx'
import { DirectionStyles } from './theme/direction-styles.tsx'
import { makeTheme } from './theme/theme.ts'

const AddressBlocked = lazyPart(() => import('./address-blocked.tsx'))
const Announcements = lazyPart(loadAnnouncements)
const RETRIES = 2

async function loadAnnouncements() {
  const [announcements] = await Promise.all([import('./announcements.tsx'), loadTexts('notification')])
  return announcements
}

export function Console() {
  const user = useUser()
  const owner = `${user.id}/${siteOf(user)?.id}`
  const [cache] = useState(() => makeCache(owner))
  const [router] = useState(() => makeRouter(cache))
  const { direction } = useThemeSettings()
  const theme = useMemo(() => makeTheme(direction), [direction])
  useEffect(() => startLiveUpdates(cache), [cache])
  // Another person or another site: nothing of this one stays in memory.
  useEffect(() => () => cache.clear(), [cache])
  useEffect(() => keepLists(cache, owner), [cache, owner])
  useUserLanguage()
  const isBlocked = useIsBlocked()
  const go = useCallback((path: string) => void router.navigate({ href: path }), [router])
  return (
    <DirectionStyles direction={direction}>
      <ThemeProvider theme={theme}>
        <QueryClientProvider client={cache}>
          <RouterProvider router={router} />
          {isBlocked && (
            <Suspense>
              <AddressBlocked />
            </Suspense>
          )}
          <Suspense>
            <Announcements direction={direction} onGo={go} />
          </Suspense>
        </QueryClientProvider>
      </ThemeProvider>
    </DirectionStyles>
  )
}

/** GEN-03: after sign-in the user's own language, whatever the address says; a change of it follows with the next user object. */
function useUserLanguage(): void {
  const { locale } = useUser()
  useEffect(() => void switchLanguage(locale), [locale])
}

function makeCache(owner: string): QueryClient {
  const cache = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // What the service refused it will refuse again; only silence and an error are worth another try.
        retry: (count, error) =>
          count < RETRIES && (!(error instanceof ApiError) || error.status === 0 || error.status >= 502),
      },
    },
  })
  restoreLists(cache, owner)
  return cache
}
