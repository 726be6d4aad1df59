/** How long alerts take from the moment at which a hub raised them to the first open console, for Prometheus. OPS-07. */
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import type { Clock } from '#platform/clock.ts'
import { createHistogram } from '#platform/http/histogram.ts'
import type { Sign } from '#platform/sign.ts'

/** Seconds. */
const BOUNDS = [0.25, 0.5, 1, 2, 3, 5, 10, 30, 60, 300]
const ID_OF_TIME = /^([0-9a-f]{8})-([0-9a-f]{4})-7/

export type ScreenDelay = { written(event: LiveEvent): void; sign: Sign }

/** An alert's id contains its creation time on the hub, in ms since 1970. */
export function createScreenDelay(clock: Clock): ScreenDelay {
  const seconds = createHistogram('mimamori_alert_to_screen_seconds', BOUNDS)
  return {
    written(event) {
      if (event.type !== 'alert-raised') return
      const [, high, low] = ID_OF_TIME.exec(event.alertId) ?? []
      if (high === undefined) return
      seconds.observe(Math.max(0, clock.now().getTime() - Number.parseInt(high + low, 16)) / 1000)
    },
    sign: { errors: () => [], figures: () => seconds.lines() },
  }
}
