/** MUI's styles for right-to-left: its CSS says left and right, which this turns around on the way to the page. */
import createCache, { type EmotionCache } from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { type ReactNode, useEffect, useState } from 'react'

/** Lets emotion's style elements pass the content policy; the service writes it into each page. */
const nonce = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce

// The key differs, so that both sheets can live beside each other after a switch.
const ltr = createCache({ key: 'css', nonce })
let rtl: Promise<EmotionCache> | undefined

/** Most people never need it: it is no part of the first download. */
function loadRtl(): Promise<EmotionCache> {
  rtl ??= import('./mirror-styles.ts').then(({ mirrorStyles }) =>
    createCache({ key: 'rtl', nonce, stylisPlugins: [mirrorStyles] }),
  )
  return rtl
}

export function DirectionStyles({ direction, children }: { direction: 'ltr' | 'rtl'; children: ReactNode }) {
  const [mirrored, setMirrored] = useState<EmotionCache | null>(null)
  useEffect(() => {
    if (direction === 'rtl') void loadRtl().then(setMirrored)
  }, [direction])
  return <CacheProvider value={(direction === 'rtl' && mirrored) || ltr}>{children}</CacheProvider>
}
