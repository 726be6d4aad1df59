/** Ignores presses on a page that has just moved below the bar: they were meant for what was there before. */

/** Time that a person needs to see that something moved. */
const IGNORED_MS = 300

let isMoving = false
let resting: ReturnType<typeof setTimeout> | undefined

/** The page below the bar has just moved: ignores pointers for a moment. */
export function pageMoved(): void {
  const main = document.querySelector('main')
  isMoving = true
  if (main) main.style.pointerEvents = 'none'
  clearTimeout(resting)
  resting = setTimeout(() => {
    isMoving = false
    main?.style.removeProperty('pointer-events')
  }, IGNORED_MS)
}

/** Tracks pointers over the page until the returned function is called. Keys still work, because they follow the focus. */
export function ignorePressesOnMoved(): () => void {
  const end = new AbortController()
  let isBegunTooEarly = false
  const isOfPage = ({ target }: Event) => target instanceof Element && target.closest('main') !== null
  const ignore = (event: Event) => {
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const follow = <T extends 'pointerdown' | 'click'>(type: T, heard: (event: HTMLElementEventMap[T]) => void) =>
    addEventListener(type, heard, { capture: true, signal: end.signal })
  follow('pointerdown', (event) => {
    isBegunTooEarly = isOfPage(event) && isMoving
    if (isBegunTooEarly) ignore(event)
  })
  follow('click', (event) => {
    const isByKeyboard = event.detail === 0
    if (!isByKeyboard && isOfPage(event) && (isBegunTooEarly || isMoving)) ignore(event)
  })
  return () => end.abort()
}
