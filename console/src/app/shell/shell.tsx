/** The frame around every page, in the layout that the person chose (GEN-06, NAV-01 to NAV-07). */
import { useMediaQuery } from '@mui/material'
import { Outlet } from '@tanstack/react-router'
import { type RefObject, Suspense, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadTexts } from '#lib/browser/i18n.ts'
import { readStored } from '#lib/browser/storage.ts'
import { useThemeSettings } from '#lib/browser/theme-settings.ts'
import { useIsFactorNeeded } from '#lib/service/api.ts'
import { lazyPart } from '#lib/service/patient-load.ts'
import { useSession, useUser } from '#lib/session/session.ts'
import { BAR_HEIGHT, mayAnswer } from '#shared/open-alarms.ts'
import { ConnectionBanner, PartMissing } from '#ui/feedback/connection-banner.tsx'
import { GatePlace, ServiceNotices } from '../service-notices.tsx'
import { useWaiting, useWaitingTitle } from '../unread.ts'
import { Keyboard } from './keyboard.tsx'
import { NavRow } from './navigation/nav-row.tsx'
import { PhoneBar } from './navigation/phone-bar.tsx'
import css from './shell.module.css'
import { TopBar } from './top-bar.tsx'

const ImpersonationBar = lazyPart(() => import('./impersonation-bar.tsx'))
/** Beside the page or over it where somebody chose so: the usual row is there at once. */
const SideNav = lazyPart(() => import('./navigation/side-nav.tsx'))
const NavDrawer = lazyPart(() => import('./navigation/nav-drawer.tsx'))
const AlarmBar = lazyPart(async () => {
  const [bar] = await Promise.all([import('#console/alerting/alarm/bar/alarm-bar.tsx'), loadTexts('alarm')])
  return bar
})

const isNumber = (value: unknown): value is number => typeof value === 'number'

export function Shell() {
  const { t } = useTranslation('app')
  const { layout, stretch } = useThemeSettings()
  const isWide = useMediaQuery('(min-width: 1200px)', { noSsr: true })
  const isPhone = useMediaQuery('(max-width: 599px)', { noSsr: true })
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const main = useRef<HTMLElement>(null)
  const top = useRef<HTMLDivElement>(null)
  useTopHeight(top)
  const waiting = useWaiting()
  useWaitingTitle(waiting)
  const hasAlarms = mayAnswer(useUser())
  const [reservedPx, setReservedPx] = useState(() => readStored(BAR_HEIGHT, isNumber) ?? 0)
  const release = useCallback(() => setReservedPx(0), [])
  const isFactorNeeded = useIsFactorNeeded()
  const hasSide = isWide && layout !== 'horizontal'

  return (
    <div className={css.shell} data-side={hasSide ? layout : undefined}>
      <button type="button" className={css.skip} onClick={() => main.current?.focus()}>
        {t('skip-to-content')}
      </button>
      <div ref={top} id="shell-top" className={css.top}>
        <Connection />
        <TopBar
          waiting={waiting}
          hasLogo={!hasSide}
          onMenu={isWide || isPhone ? undefined : () => setDrawerOpen(true)}
        />
        {isWide && layout === 'horizontal' && <NavRow waiting={waiting} />}
        {hasAlarms && (
          <div className={css.alarms} data-holds-actions style={isPhone ? undefined : { minHeight: reservedPx }}>
            <Suspense>
              <AlarmBar onKnown={release} />
            </Suspense>
          </div>
        )}
        <ConnectionBanner />
      </div>
      <div className={css.notices}>
        <PartMissing />
        <ServiceNotices />
      </div>
      {hasSide && (
        <Suspense>
          <SideNav waiting={waiting} isMini={layout === 'mini'} />
        </Suspense>
      )}
      <main ref={main} tabIndex={-1} className={css.main} data-stretch={stretch || undefined}>
        {isFactorNeeded ? <GatePlace /> : <Outlet />}
      </main>
      {isPhone && <PhoneBar waiting={waiting} onMore={() => setDrawerOpen(true)} />}
      {!isWide && (
        <Suspense>
          <NavDrawer open={isDrawerOpen} waiting={waiting} onClose={() => setDrawerOpen(false)} />
        </Suspense>
      )}
      <Keyboard />
    </div>
  )
}

/** How much of the window the bars at the top take, for fields that get the focus. On a small screen the first row scrolls away. */
function useTopHeight(top: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      const { height } = top.current!.getBoundingClientRect()
      const offset = Number.parseFloat(getComputedStyle(top.current!).insetBlockStart) || 0
      style.setProperty('--shell-top', `${Math.round(height + Math.min(0, offset))}px`)
    })
    observer.observe(top.current!)
    return () => {
      observer.disconnect()
      style.removeProperty('--shell-top')
    }
  }, [top])
}

/** Few people ever connect to a site: the others do not load what says so. */
function Connection() {
  const now = useSession()
  if (now.status !== 'signed-in' || !(now.user.impersonatedTenant || now.endedConnection)) return null
  return (
    <Suspense fallback={null}>
      <ImpersonationBar />
    </Suspense>
  )
}
