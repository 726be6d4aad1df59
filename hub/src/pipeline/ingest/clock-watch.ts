/** Monitors a camera's own clock while it sends frames: the camera continues, and users are warned. REAL-09. */

import { CAMERA_PROFILES, isMaker } from '@mimamori/contract/camera/camera-profiles.ts'
import type { StatusReason } from '@mimamori/contract/camera/status-reason.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { z } from 'zod'
import { askClock, type ClockOffset } from '#platform/camera-clock.ts'
import { allowedAddress, type NetworkRules } from '#platform/networks.ts'
import type { PacketSource } from '../media/packet-source.ts'

/** Beyond this offset, the time that a camera draws into its frames contradicts that of the alert. */
const OFF_MS = 2_000
const EVERY_MS = 15 * 60_000
/** Shorter interval for a wrong clock: somebody may be correcting it. */
const AGAIN_MS = 60_000
/** Whole and half hours up to this are a wrong time zone or summer time. */
const ZONE_HOURS_MAX = 26
const HALF_HOUR_MS = 30 * 60_000
/** A clock that is further off was never set, or its battery is empty. */
const UNSET_MS = 300 * 24 * 60 * 60_000
const YEAR_MS = 366 * 24 * 60 * 60_000
/** A sender report may be delayed behind a frame. */
const REPORT_UNSURE_MS = 500
const ONVIF_PORTS = [80]
const onvifPort = z.number().int().min(1).max(65_535)

/** `isConfirmed`: whether `now` is the service's time; one that is not may itself be wrong. Default: it is. */
type WatchOptions = { networks: NetworkRules; now: () => number; isConfirmed?: () => boolean }

export class ClockWatch {
  readonly #options: WatchOptions
  /** The source whose sender reports give the time if the camera does not respond. */
  source: PacketSource | null = null
  #nextMs = 0
  #isAsking = false
  #reason: StatusReason | null = null

  constructor(options: WatchOptions) {
    this.#options = options
  }

  /** Why users should check the clock; null: it is correct, or unknown. */
  get reason(): StatusReason | null {
    return this.#reason
  }

  /** Called at intervals while frames arrive; reads the camera's clock when due. */
  async check(camera: DesiredCamera): Promise<void> {
    const { now, isConfirmed } = this.#options
    if (isConfirmed?.() === false) return
    const nowMs = now()
    // A due time further ahead than the interval means that the hub's clock was set back.
    const isSoon = nowMs < this.#nextMs && this.#nextMs - nowMs <= EVERY_MS
    if (this.#isAsking || isSoon) return
    this.#isAsking = true
    try {
      this.#reason = reasonOf(await this.#ask(camera), now())
    } catch {
      // The address is not allowed any more; the stream reports that.
      this.#reason = null
    } finally {
      this.#isAsking = false
      this.#nextMs = nowMs + (this.#reason ? AGAIN_MS : EVERY_MS)
    }
  }

  async #ask(camera: DesiredCamera): Promise<ClockOffset | null> {
    const host = /^(rtsp|http)s?:/i.test(camera.streamUrl) ? URL.parse(camera.streamUrl)?.hostname : undefined
    if (!host) return null
    const { networks, now } = this.#options
    const answer = await askClock({ address: await allowedAddress(host, networks), ports: portsOf(camera), now })
    return answer ?? this.#reported(now())
  }

  /** Offset by the sender reports in the stream; some count from their own start, which is not a time of day. */
  #reported(nowMs: number): ClockOffset | null {
    const said = this.source?.senderTime?.()
    if (!said) return null
    const offsetMs = said.unixMs + performance.now() - said.atMs - nowMs
    return Math.abs(offsetMs) < YEAR_MS ? { offsetMs, unsureMs: REPORT_UNSURE_MS } : null
  }
}

/** The ports in the camera's settings, else those of its vendor. */
export function portsOf({ vendor, extraConfig }: DesiredCamera): readonly number[] {
  const own = extraConfig === '' ? undefined : z.object({ onvifPort }).safeParse(JSON.parse(extraConfig)).data
  if (own) return [own.onvifPort]
  return isMaker(vendor) ? CAMERA_PROFILES[vendor].onvifPorts : ONVIF_PORTS
}

function reasonOf(offset: ClockOffset | null, nowMs: number): StatusReason | null {
  if (!offset) return null
  const { offsetMs, unsureMs } = offset
  const byMs = Math.abs(offsetMs)
  if (byMs - unsureMs <= OFF_MS) return null
  if (byMs > UNSET_MS) {
    return { code: 'clock-unset', params: { year: String(new Date(nowMs + offsetMs).getUTCFullYear()) } }
  }
  const hours = Math.round(byMs / HALF_HOUR_MS) / 2
  const isZone = hours > 0 && hours <= ZONE_HOURS_MAX && Math.abs(byMs - hours * 2 * HALF_HOUR_MS) - unsureMs <= OFF_MS
  if (isZone) return { code: 'clock-hours', params: { hours: String(hours) } }
  const seconds = String(Math.round(byMs / 1000))
  return { code: offsetMs > 0 ? 'clock-ahead' : 'clock-behind', params: { seconds } }
}
