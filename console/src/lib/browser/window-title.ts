/** The title of the window: what waits, the page, the product. `(3) Users · Mimamori` */
const PRODUCT = 'Mimamori'
const now = { waiting: '', page: '' }

/** `waiting`: as the bell shows it, empty for none. `page`: its heading, empty while no page stands. */
export function entitleWindow(part: Partial<typeof now>): void {
  Object.assign(now, part)
  const name = now.page ? `${now.page} · ${PRODUCT}` : PRODUCT
  document.title = now.waiting ? `(${now.waiting}) ${name}` : name
}
