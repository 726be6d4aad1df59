/** MUI's styles for right-to-left: its CSS says left and right, which this turns around on the way to the page. */
import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import type { ReactNode } from 'react'
import { mirrorStyles } from './mirror-styles.ts'

/** Lets emotion's style elements pass the content policy; the service writes it into each page. */
const nonce = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce

// The key differs, so that both sheets can live beside each other after a switch.
const ltr = createCache({ key: 'css', nonce })
const rtl = createCache({ key: 'rtl', nonce, stylisPlugins: [mirrorStyles] })

export function DirectionStyles({ direction, children }: { direction: 'ltr' | 'rtl'; children: ReactNode }) {
  return <CacheProvider value={direction === 'rtl' ? rtl : ltr}>{children}</CacheProvider>
}
