/** Inter for Latin letters, from this origin; Japanese uses the system's faces. */
import href from './font.css?url'

/** Called after the first picture: text stands in the system's own face until then. */
export function loadFont(): void {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  document.head.append(link)
}
