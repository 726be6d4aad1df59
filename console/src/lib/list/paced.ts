/** Work that a burst asks for again and again. */
import { useEffect, useState } from 'react'

/** `call` asks for the work, `stop` gives up what still waits. */
type Paced = { call: () => void; stop: () => void }

/**
 * Works at once, and when it was asked for again within `pauseMs`, once more after them: a burst costs little, and what
 * came last is never left out. `atOnce`: calls at the beginning of a burst that are not paced.
 */
export function paced(work: () => void, pauseMs: number, atOnce = 1): Paced {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsked = false
  let left = 0
  const run = () => {
    isAsked = false
    timer = setTimeout(() => {
      timer = undefined
      left = 0
      if (isAsked) run()
    }, pauseMs)
    work()
  }
  return {
    call: () => {
      if (timer === undefined) {
        left = atOnce - 1
        run()
      } else if (left > 0) {
        left--
        work()
      } else isAsked = true
    },
    stop: () => clearTimeout(timer),
  }
}

/** The value once it has not changed for `pauseMs`; clearing the field acts at once. */
export function useDebounced(value: string, pauseMs: number): string {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), value ? pauseMs : 0)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return debounced
}
