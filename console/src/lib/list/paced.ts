/** Work that a burst asks for again and again. */

/** `call` asks for the work, `stop` gives up what still waits. */
type Paced = { call: () => void; stop: () => void }

/**
 * Works at once, and when it was asked for again within `pauseMs`, once more after them: a burst costs little, and what
 * came last is never left out.
 */
export function paced(work: () => void, pauseMs: number): Paced {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsked = false
  const run = () => {
    isAsked = false
    timer = setTimeout(() => {
      timer = undefined
      if (isAsked) run()
    }, pauseMs)
    work()
  }
  return {
    call: () => {
      if (timer === undefined) run()
      else isAsked = true
    },
    stop: () => clearTimeout(timer),
  }
}
