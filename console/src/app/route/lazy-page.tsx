/** A page that is downloaded on first use, and again and again until it arrives. */
import type { AsyncRouteComponent } from '@tanstack/react-router'
import { type ComponentType, createElement, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { patiently } from '#lib/service/patient-load.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Broken } from '#ui/feedback/illustrations.tsx'

type Download = { page: ComponentType | null; attempt: () => Promise<void> }

/**
 * Takes the place of the router's `lazyRouteComponent`, which reloads the whole console after a failed download: behind
 * a proxy that answers 502 the alarm bar and its sound would be gone until somebody opens the console again.
 */
export function lazyPage<K extends string>(
  load: () => Promise<Record<K, ComponentType>>,
  name: K,
): AsyncRouteComponent<object> {
  let running: Promise<void> | undefined
  const download: Download = {
    page: null,
    attempt() {
      running ??= load()
        .then((module) => {
          download.page = module[name]
        })
        .finally(() => {
          running = undefined
        })
      return running
    },
  }
  // The router waits for `preload` before it shows the page; what failed is shown by LazyPage.
  const preload = () => (download.page ? Promise.resolve() : download.attempt().catch(() => undefined))
  return Object.assign(() => createElement(LazyPage, { download }), { preload })
}

function LazyPage({ download }: { download: Download }) {
  const [, setLoaded] = useState(false)
  if (download.page) return createElement(download.page)
  return <PageAwaited attempt={download.attempt} onLoaded={setLoaded} />
}

function PageAwaited({ attempt, onLoaded }: { attempt: () => Promise<void>; onLoaded: (isLoaded: true) => void }) {
  const { t } = useTranslation('ui')
  useEffect(() => {
    let isGone = false
    void patiently(attempt).then(() => !isGone && onLoaded(true))
    return () => {
      isGone = true
    }
  }, [attempt, onLoaded])
  return <EmptyState role="status" image={<Broken />} title={t('page-awaited')} help={t('page-awaited-help')} isPage />
}
