/** MUI's styles for right-to-left languages: mirrors left and right when styles are inserted. */
import createCache, { type EmotionCache } from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { type ReactNode, useEffect, useState } from 'react'

/** Lets emotion's style elements pass the content security policy; the service writes the nonce into each page. */
const nonce = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce

// The keys differ, so that both style sheets can coexist after a switch.
const ltr = createCache({ key: 'css', nonce })
let rtl: Promise<EmotionCache> | undefined

/** Most users never need it, so it is not in the initial download. */
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
