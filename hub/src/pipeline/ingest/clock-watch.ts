/** Watches a camera's own clock while it sends pictures: the camera goes on, and people are warned. REAL-09. */

import { CAMERA_PROFILES, isMaker } from '@mimamori/contract/camera/camera-profiles.ts'
import type { StatusReason } from '@mimamori/contract/camera/status-reason.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { z } from 'zod'
import { askClock, type ClockOffset } from '#platform/camera-clock.ts'
import { allowedAddress, type NetworkRules } from '#platform/networks.ts'
import type { PacketSource } from './packet-source.ts'

/** Beyond it the time that a camera writes into its picture contradicts that of the alert. */
const OFF_MS = 2_000
const EVERY_MS = 15 * 60_000
/** Somebody may be setting it right. */
const AGAIN_MS = 60_000
const YEAR_MS = 366 * 24 * 60 * 60_000
/** A report may wait behind a picture. */
const REPORT_UNSURE_MS = 500
const ONVIF_PORTS = [80]
const onvifPort = z.number().int().min(1).max(65_535)

type WatchOptions = { networks: NetworkRules; now: () => number }

export class ClockWatch {
  readonly #options: WatchOptions
  /** Whose reports say the time where the camera does not answer. */
  source: PacketSource | null = null
  #nextMs = 0
  #isAsking = false
  #reason: StatusReason | null = null

  constructor(options: WatchOptions) {
    this.#options = options
  }

  /** Why people should look at the clock; null: it is right, or nobody knows. */
  get reason(): StatusReason | null {
    return this.#reason
  }

  /** Called now and then while pictures come; asks the camera when it is time. */
  async check(camera: DesiredCamera): Promise<void> {
    const nowMs = this.#options.now()
    if (this.#isAsking || nowMs < this.#nextMs) return
    this.#isAsking = true
    try {
      this.#reason = reasonOf(await this.#ask(camera))
    } catch {
      // An address that may not be opened any more: the stream says so.
      this.#reason = null
    } finally {
      this.#isAsking = false
      this.#nextMs = nowMs + (this.#reason ? AGAIN_MS : EVERY_MS)
    }
  }

  async #ask(camera: DesiredCamera): Promise<ClockOffset | null> {
    const host = /^rtsps?:/i.test(camera.streamUrl) ? URL.parse(camera.streamUrl)?.hostname : undefined
    if (!host) return null
    const { networks, now } = this.#options
    const answer = await askClock({ address: await allowedAddress(host, networks), ports: portsOf(camera), now })
    return answer ?? this.#reported(now())
  }

  /** By the camera's reports in the stream; some count from their own start, which is no time of day. */
  #reported(nowMs: number): ClockOffset | null {
    const said = this.source?.senderTime?.()
    if (!said) return null
    const offsetMs = said.unixMs + performance.now() - said.atMs - nowMs
    return Math.abs(offsetMs) < YEAR_MS ? { offsetMs, unsureMs: REPORT_UNSURE_MS } : null
  }
}

/** What the camera's own configuration says, else its maker's. */
export function portsOf({ vendor, extraConfig }: DesiredCamera): readonly number[] {
  const own = extraConfig === '' ? undefined : z.object({ onvifPort }).safeParse(JSON.parse(extraConfig)).data
  if (own) return [own.onvifPort]
  return isMaker(vendor) ? CAMERA_PROFILES[vendor].onvifPorts : ONVIF_PORTS
}

function reasonOf(offset: ClockOffset | null): StatusReason | null {
  if (!offset || Math.abs(offset.offsetMs) - offset.unsureMs <= OFF_MS) return null
  const seconds = String(Math.round(Math.abs(offset.offsetMs) / 1000))
  return { code: offset.offsetMs > 0 ? 'clock-ahead' : 'clock-behind', params: { seconds } }
}
