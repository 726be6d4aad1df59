/** Inter for Latin letters, from this origin; Japanese uses the system's fonts. */
import href from './font.css?url'

/** Call it after the first paint: until then text uses the system's own font. */
export function loadFont(): void {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  document.head.append(link)
}
