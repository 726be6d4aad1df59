/** When this page is left, and when its data may be stale because it was suspended or offline. */

type PageLife = {
  /** The page was left. The browser may retain it for its back button, so its connections must end now. */
  onLeft: () => void
  /** The page is visible again, or its network is back. May be called several times for one return. */
  onBack: () => void
}

/** Runs until the returned function is called. */
export function followPageLife({ onLeft, onBack }: PageLife): () => void {
  const show = (event: Event) => {
    // The first display of a page does not count as a return.
    if ((event as PageTransitionEvent).persisted) onBack()
  }
  const see = () => {
    if (document.visibilityState === 'visible') onBack()
  }
  const reactions: [string, (event: Event) => void][] = [
    ['pagehide', onLeft],
    ['pageshow', show],
    ['visibilitychange', see],
    ['resume', onBack],
    ['online', onBack],
  ]
  // Two of them are dispatched at the document: in the capture phase all of them pass the window.
  for (const [name, react] of reactions) addEventListener(name, react, true)
  return () => {
    for (const [name, react] of reactions) removeEventListener(name, react, true)
  }
}

/** The title of the window: what waits, the page, the product. `(3) Users · Mimamori` */
const PRODUCT = 'Mimamori'
const now = { waiting: '', page: '' }

/** `waiting`: as the bell shows it, empty for none. `page`: its heading, empty while no page stands. */
export function entitleWindow(part: Partial<typeof now>): void {
  Object.assign(now, part)
  const name = now.page ? `${now.page} · ${PRODUCT}` : PRODUCT
  document.title = now.waiting ? `(${now.waiting}) ${name}` : name
}
