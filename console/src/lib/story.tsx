/** A gallery story: one part of the console in its named states. Only the dev console loads stories. */
import { type ReactNode, useState } from 'react'

/** Picks the sample text of the shown language. */
export type Say = (english: string, japanese: string) => string

/** By name of the part, then by name of the state. */
export type Stories = Record<string, Record<string, (say: Say) => ReactNode>>

/** Holds the value of a controlled part while somebody tries it. */
export function Held<T>({ start, children }: { start: T; children: (value: T, hold: (next: T) => void) => ReactNode }) {
  const [value, setValue] = useState(start)
  return children(value, setValue)
}

/** For buttons whose effect the gallery does not show. */
export const nothing = (): void => undefined

/** A long name as homes write it, with a space only in English. */
export const longName = (say: Say): string =>
  say(
    'East Wing second floor, corridor near the nurse station and the bathing area',
    '東棟二階介護職員詰所前廊下及び浴室脱衣所出入口付近見守りカメラ第十二号機',
  )
