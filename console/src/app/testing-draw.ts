/** Renders a part of the console for one role on Node: with its own texts, session, router and cache, without a browser. */
import { loaders } from 'virtual:texts'
import type { Role } from '@mimamori/contract/shared/roles.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { vi } from 'vitest'
import { startI18n } from '#lib/browser/i18n.ts'
import type { Language } from '#lib/browser/language.ts'
import { memoryStorage } from '#lib/browser/testing-storage.ts'
import { startThemeSettings } from '#lib/browser/theme-settings.ts'
import { type SessionUser, signIn, signOut } from '#lib/session/session.ts'

const SITE = {
  ...{ id: '0197f3b2-0000-7000-8000-000000000001', schemaName: 'Sakura no Sato', schemaCode: 'sakura-no-sato' },
  ...{ isRecordingEnabled: true, isLiveStreamingEnabled: true, timezone: 'Asia/Tokyo', license: { packages: ['PRO'] } },
}

export type Drawn = {
  /** Targets of links, by name. */
  links: Record<string, string>
  /** Names of the buttons. */
  buttons: string[]
  text: string
  html: string
}

/** A freshly opened browser; returns what was set on its page. */
export function newBrowser(stored: Record<string, string> = {}) {
  const root = { dataset: {} as Record<string, string>, dir: '', lang: '' }
  vi.stubGlobal('localStorage', memoryStorage(stored))
  vi.stubGlobal('document', { documentElement: root })
  return root
}

/** Signs out and restores the defaults. */
export function leaveBrowser(): void {
  newBrowser()
  startThemeSettings()
  signOut(null)
  vi.unstubAllGlobals()
}

/** Signs in; SUPER_ADMIN belongs to no site, ORG_ADMIN to the organization. */
export function signInAs(role: Role, change: Partial<SessionUser> = {}): void {
  vi.stubGlobal('localStorage', memoryStorage())
  const person = { firstName: 'Yuki', lastName: 'Sato', displayName: 'Yuki Sato', email: 'yuki@sakura.example' }
  signIn({
    ...{ id: SITE.id, token: 'token', tokenExpiresAt: '2099-01-01T00:00:00Z', userName: 'yuki', photoURL: null },
    ...{ locale: 'en', timezone: 'Asia/Tokyo', dateFormat: 'yyyy/MM/dd HH:mm', type: 'REGULAR', unitIds: [], role },
    ...{ applicationTenant: role === 'SUPER_ADMIN' ? null : SITE, impersonatedTenant: null },
    ...person,
    ...change,
  } as SessionUser)
}

/** Test files share a process: a text that loads when a file ends is cut off, for the next file as well. */
const everyText = Promise.all(Object.values(loaders).flatMap((groups) => Object.values(groups).map((load) => load())))

export async function speak(language: Language): Promise<void> {
  await everyText
  newBrowser()
  await startI18n(language, loaders)
  vi.unstubAllGlobals()
}

/** `known`: responses in the cache. */
export async function draw(
  part: () => ReactNode,
  known: readonly [key: readonly unknown[], data: unknown][] = [],
): Promise<Drawn> {
  const cache = new QueryClient()
  for (const [key, data] of known) cache.setQueryData(key, data)
  const routeTree = createRootRoute({ component: part })
  const router = createRouter({
    routeTree,
    history: createMemoryHistory({ initialEntries: ['/'] }),
    defaultNotFoundComponent: () => null,
  })
  await router.load()
  const page = createElement(RouterProvider, { router: router as never })
  const html = renderToString(createElement(QueryClientProvider, { client: cache }, page)).replaceAll(
    /<style.*?<\/style>/gs,
    '',
  )
  const links = elements(html, 'a').map(({ head, name }) => [name, /href="([^"]*)"/.exec(head)?.[1] ?? ''])
  return {
    links: Object.fromEntries(links),
    buttons: elements(html, 'button').map(({ name }) => name),
    text: textOf(html),
    html,
  }
}

const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

function elements(html: string, tag: string) {
  return [...html.matchAll(new RegExp(`<${tag}( [^>]*)>(.*?)</${tag}>`, 'gs'))].map(([, head, inner]) => ({
    head: head!,
    name: /aria-label="([^"]*)"/.exec(head!)?.[1] ?? textOf(inner!),
  }))
}
