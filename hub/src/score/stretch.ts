/** Stretches of drawn days that are scored: what happens in them, where, and what is done to the pictures. */
import { LAYOUTS, type Layout, planOfLayout } from './layout.ts'
import type { ScoredApp, Truth } from './match.ts'

/** `mirrored`: another room, seen the other way round. `outline-off`: the bed's corners drawn 1.3 pixels of 320 wrong. */
export const CONDITIONS = ['plain', 'mirrored', 'noisy', 'dim', 'outline-off'] as const
export type Condition = (typeof CONDITIONS)[number]
export type Stretch = {
  layout: Layout
  seed: number
  condition: Condition
  /** `fall`: short, around one. `ordinary`: whatever happens, in which false alarms are counted by the day. */
  kind: 'fall' | 'ordinary'
  fromMs: number
  untilMs: number
  light: 'day' | 'night'
}

const DAY_MS = 86_400_000
const START_MS = Date.UTC(2026, 5, 10, 3)
const BEFORE_FALL_MS = 75_000
const AFTER_FALL_MS = 60_000
const ORDINARY_MS = 10 * 60_000
/** Nothing that happens so close to the begin (the apps must have seen who lies there) or the end is asked for. */
const MARGIN_MS = 14_000
const APP_OF: Partial<Record<string, ScoredApp>> = { 'wake-up': 'A004', fall: 'A005', 'bed-exit': 'A006' }

/** A fall by day, one by night, and ten minutes of ordinary life, of every layout; seeds below 100 are those tuned on. */
export function stretchesOf(seed: number): Stretch[] {
  return LAYOUTS.flatMap((layout, index) => {
    const condition = CONDITIONS[(seed + index) % CONDITIONS.length]!
    const falls = planOfLayout(layout, seed)
      .eventsBetween(START_MS, START_MS + 14 * DAY_MS)
      .filter(({ activity }) => activity === 'fall')
    const ordinaryMs = START_MS + ((seed * 7 + index * 5) % 24) * 3_600_000
    return [
      ...(['day', 'night'] as const).flatMap((light) => {
        const fall = falls.find(({ atMs }) => lightAt(atMs) === light)
        if (!fall) return []
        return [
          { kind: 'fall', fromMs: fall.atMs - BEFORE_FALL_MS, untilMs: fall.atMs + AFTER_FALL_MS, light } as const,
        ]
      }),
      { kind: 'ordinary', fromMs: ordinaryMs, untilMs: ordinaryMs + ORDINARY_MS, light: lightAt(ordinaryMs) } as const,
    ].map((part) => ({ layout, seed, condition, ...part }))
  })
}

/** As it is printed, and as its pictures are kept. */
export function nameOf({ layout, seed, condition, kind, light, fromMs }: Stretch): string {
  return `${layout.name}; seed ${seed} ${condition} ${kind} ${light} from ${new Date(fromMs).toISOString()}`
}

/** What an alert is expected for. */
export function truthsOf({ layout, seed, fromMs, untilMs }: Stretch): Truth[] {
  return planOfLayout(layout, seed)
    .eventsBetween(fromMs + MARGIN_MS, untilMs - MARGIN_MS)
    .flatMap(({ activity, atMs }): Truth[] => {
      const appCode = APP_OF[activity]
      return appCode ? [{ appCode, atMs }] : []
    })
}

function lightAt(atMs: number): 'day' | 'night' {
  const hour = new Date(atMs + 9 * 3_600_000).getUTCHours()
  return hour < 6 || hour >= 21 ? 'night' : 'day'
}
