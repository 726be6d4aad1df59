/** Pages of the wall that follow each other by themselves. */
import { useEffect, useState } from 'react'
import { useTabVisible } from '#lib/browser/use-wake-lock.ts'
import type { WallTurn } from './wall-search.ts'

export type Turning = { isPaused: boolean; toggle: () => void }

type Options = {
  /** Undefined: they do not. */
  turn: WallTurn | undefined
  /** Somebody looks at one of them. */
  isHeld: boolean
  /** From 1. */
  page: number
  pageCount: number
  goTo: (page: number) => void
}

/** Each page stays its whole time, however it was come to; nothing turns while nobody looks. */
export function useTurning({ turn, isHeld, page, pageCount, goTo }: Options): Turning {
  const [isPaused, setPaused] = useState(false)
  const isVisible = useTabVisible()
  const isTurning = turn !== undefined && pageCount > 1 && !isPaused && !isHeld && isVisible
  useEffect(() => {
    if (!isTurning) return
    const timer = setTimeout(() => goTo(page < pageCount ? page + 1 : 1), turn * 1000)
    return () => clearTimeout(timer)
  }, [isTurning, turn, page, pageCount, goTo])
  return { isPaused, toggle: () => setPaused((was) => !was) }
}
