/**
 * Keys that belong to the conversion of a Japanese keyboard never act on the page: its Enter confirms a word, its Escape drops
 * one. Safari sends that Enter after the conversion, with this code alone.
 */
const KEY_OF_CONVERSION = 229

/** From here on no handler of the page sees such a key; the browser does. */
export function ignoreComposingKeys(target: Window = window): void {
  target.addEventListener(
    'keydown',
    (event) => {
      if (event.isComposing || event.keyCode === KEY_OF_CONVERSION) event.stopImmediatePropagation()
    },
    true,
  )
}
