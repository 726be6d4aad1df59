/** Figures of the whole installation from its rows, for Prometheus. Labels name sites by their code, and no person. OPS-07. */

import { createHistogram, labelValue } from '#platform/http/histogram.ts'
import type { Platform } from '#platform/platform.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import type { Sign } from '#platform/sign.ts'
import * as read from './installation.figures.queries.ts'

/** Read once in this time, however many ask. */
const FRESH_MS = 10_000
/** Rows of transactions that are still open when their time is read come with the next look. */
const SETTLE_MS = 5_000
/** After a pause between two scrapes at most this is caught up. */
const CATCH_UP_MS = 3_600_000
const TO_DEVICE = [0.5, 1, 2, 3, 5, 10, 30, 60, 300, 900]
const TO_CLAIM = [5, 10, 20, 30, 60, 120, 300, 600, 1_800, 3_600]

/** From its start on; `logError` learns of a look that failed. */
export function createFigures(
  { clock, database }: Pick<Platform, 'clock' | 'database'>,
  logError: (error: unknown) => void,
): Sign {
  const toDevice = createHistogram('mimamori_alert_to_device_seconds', TO_DEVICE)
  const toClaim = createHistogram('mimamori_alert_to_claim_seconds', TO_CLAIM)
  let seenUntilMs = clock.now().getTime()
  let last = { atMs: Number.NEGATIVE_INFINITY, lines: Promise.resolve<string[]>([]) }

  async function look(db: PlatformDb, now: Date): Promise<string[]> {
    const span = {
      from: new Date(Math.max(seenUntilMs, now.getTime() - CATCH_UP_MS)),
      to: new Date(now.getTime() - SETTLE_MS),
    }
    if (span.to > span.from) {
      for (const { seconds } of await read.deliveries(db, span)) toDevice.observe(seconds)
      for (const { seconds } of await read.claims(db, span)) toClaim.observe(seconds)
      seenUntilMs = span.to.getTime()
    }
    const lines = [...toDevice.lines(), ...toClaim.lines()]
    const gauge = <Row extends { value: number }>(name: string, rows: readonly Row[]) => {
      lines.push(`# TYPE ${name} gauge`, ...rows.map((row) => lineOf(name, row)))
    }
    gauge('mimamori_cameras', await read.cameras(db))
    const hubs = await read.hubs(db, now)
    gauge(
      'mimamori_hub_silence_seconds',
      hubs.map(({ site, silence }) => ({ site, value: silence })),
    )
    gauge(
      'mimamori_hub_spooled_events',
      hubs.map(({ site, spooled }) => ({ site, value: spooled })),
    )
    gauge('mimamori_queue_oldest_seconds', await read.queues(db, now))
    gauge('mimamori_sends', await read.sends(db, now))
    gauge('mimamori_recording_gap_seconds', await read.gaps(db, now))
    return lines
  }

  return {
    errors: () => [],
    figures() {
      const now = clock.now()
      if (now.getTime() - last.atMs < FRESH_MS && now.getTime() >= last.atMs) return last.lines
      const lines = database
        .asPlatform('figures', (db) => look(db, now))
        .catch((error: unknown) => {
          logError(error)
          return [...toDevice.lines(), ...toClaim.lines()]
        })
      last = { atMs: now.getTime(), lines }
      return lines
    },
  }
}

function lineOf(name: string, { value, ...labels }: { value: number }): string {
  const texts = Object.entries(labels).map(([label, text]) => `${label}="${labelValue(String(text))}"`)
  return `${name}{${texts.join(',')}} ${value}`
}
