/** Desired and reported settings: pulls the desired ones from the service, applies them, and reports the result. CAM-06. */
import { isDeepStrictEqual } from 'node:util'
import type { SettingsError } from '@mimamori/contract/camera/settings-error.ts'
import type { CallError } from '@mimamori/contract/client.ts'
import type { Endpoints } from '@mimamori/contract/endpoints.ts'
import { type FallbackContact, fallbackContacts } from '@mimamori/contract/fleet/fallback-contact.ts'
import { type DesiredCamera, desiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { type RecordingRule, recordingRule } from '@mimamori/contract/footage/recording-on-hub.ts'
import type { RequestOf, ResultOf } from '@mimamori/contract/shared/endpoint.ts'
import { BackOff } from '#platform/back-off.ts'
import { withSafeParams } from '#platform/camera-error.ts'
import type { Clock } from '#platform/clock.ts'
import { type Log, wordsOf } from '#platform/log.ts'
import { WakeSignal } from '#platform/wake-signal.ts'
import { type DesiredFile, type Known, NOTHING_KNOWN } from './desired-file.ts'
import type { ServiceClient } from './service-client.ts'

type ReportedCamera = NonNullable<RequestOf<Endpoints['hub.report']>['body']>['cameras'][number]

/** As the service sent it: an older one leaves out what it does not know. */
type DesiredAnswer = { cameras: readonly unknown[] } & Partial<Omit<ResultOf<Endpoints['hub.desired']>, 'cameras'>>

type ShadowOptions = {
  client: Pick<ServiceClient, 'call'>
  file: DesiredFile
  clock: Clock
  log: Log
  random?: () => number
  /** Applies the whole list. Returns errors by camera. Throws if nothing could be applied. */
  apply: (cameras: DesiredCamera[], networks: readonly string[]) => Map<string, SettingsError[]>
  /** The part of a camera's settings that is in force; default: all. */
  inForce?: (camera: DesiredCamera) => DesiredCamera
  /** A list from the service is in force. */
  onSettings?: (cameras: DesiredCamera[]) => void
}

/** Interval of pulls, because a notice may be lost. */
const PULL_EVERY_MS = 60_000
const REPORT_AT_ONCE = 50

export class Shadow {
  readonly #options: ShadowOptions
  readonly #backOff: BackOff
  readonly #wake = new WakeSignal()
  readonly #end = new AbortController()
  #known = NOTHING_KNOWN
  readonly #errors = new Map<string, readonly SettingsError[]>()
  #unreported = new Map<string, ReportedCamera>()
  #running: Promise<void> | null = null
  /** Whether a hub without cameras has reported its settings, which its registration waits for. */
  #hasSpoken = false

  constructor(options: ShadowOptions) {
    this.#options = options
    this.#backOff = new BackOff(options.random)
  }

  get cameras(): readonly DesiredCamera[] {
    return this.#known.cameras
  }

  /** Networks in which the site's cameras may be, as CIDR. */
  get networks(): readonly string[] {
    return this.#known.networks
  }

  /** Where the site's recordings are stored, and for how long. */
  get recordings(): RecordingRule {
    return this.#known.recordings
  }

  /** Contacts of the nurse call that this hub closes while the service is silent. */
  get contacts(): readonly FallbackContact[] {
    return this.#known.contacts
  }

  /** Applies the stored settings at once, then follows the service. */
  start(): void {
    this.#known = this.#options.file.load()
    if (this.#known.cameras.length > 0 || this.#known.recordings.place === 'hub') this.#apply()
    this.#running ??= this.#run()
  }

  /** The desired settings have changed. */
  changed(): void {
    this.#wake.signal()
  }

  /** The service can be reached again, and may have lost earlier reports. */
  resume(): void {
    for (const { cameraId } of this.#known.cameras) this.#toReport(cameraId)
    this.#wake.signal()
  }

  /** Errors of a camera's settings; empty: none. */
  setErrors(cameraId: string, errors: readonly SettingsError[]): void {
    if (isDeepStrictEqual(this.#errors.get(cameraId) ?? [], errors)) return
    this.#errors.set(cameraId, errors)
    this.#toReport(cameraId)
    this.#wake.signal()
  }

  async stop(): Promise<void> {
    this.#end.abort()
    await this.#running
  }

  /** Takes a response of the service: its list of cameras, their networks, and the versions that it knows as reported. */
  accept(answer: DesiredAnswer): void {
    const { file, log, onSettings } = this.#options
    const { known: cameras, refused } = merge(this.#known, answer.cameras)
    // A rule or list that this hub does not understand leaves the one in force.
    const recordings = recordingRule.safeParse(answer.recordings).data ?? this.#known.recordings
    const contacts = fallbackContacts.safeParse(answer.contacts).data ?? this.#known.contacts
    const known = { ...cameras, networks: [...(answer.networks ?? [])], recordings, contacts }
    for (const { cameraId, error } of refused) {
      log('warn', 'Settings of a camera were not taken', { cameraId, ...error.params })
    }
    const before = this.#known
    this.#known = known
    if (JSON.stringify(known) !== JSON.stringify(before)) file.save(known)
    const applied = (of: Known) => JSON.stringify({ ...of, contacts: null })
    if (applied(known) !== applied(before)) this.#apply()
    for (const { cameraId, version, error } of refused) {
      if (version !== null) this.#unreported.set(cameraId, { cameraId, version, errors: [withSafeParams(error)] })
    }
    for (const { cameraId, version, errors } of answer.reported ?? []) {
      const camera = known.cameras.find((one) => one.cameraId === cameraId)
      const isSame = camera?.version === version && isDeepStrictEqual(this.#errorsOf(cameraId), errors)
      if (camera && !isSame) this.#toReport(cameraId)
    }
    onSettings?.(known.cameras)
  }

  #apply(): void {
    const { apply, log } = this.#options
    this.#errors.clear()
    try {
      for (const [cameraId, errors] of apply(this.#known.cameras, this.#known.networks)) {
        this.#errors.set(cameraId, errors)
      }
    } catch (thrown) {
      const detail = wordsOf(thrown)
      log('error', 'The settings could not be put in force', { reason: detail })
      for (const { cameraId } of this.#known.cameras) {
        this.#errors.set(cameraId, [{ code: 'not-applied', params: { detail } }])
      }
    }
    for (const { cameraId } of this.#known.cameras) this.#toReport(cameraId)
  }

  #toReport(cameraId: string): void {
    const camera = this.#known.cameras.find((one) => one.cameraId === cameraId)
    if (!camera) return
    const errors = this.#errorsOf(cameraId)
    const { password: _, ...settings } = this.#options.inForce?.(camera) ?? camera
    this.#unreported.set(cameraId, { cameraId, version: camera.version, errors, settings })
  }

  #errorsOf(cameraId: string): SettingsError[] {
    return (this.#errors.get(cameraId) ?? []).map(withSafeParams)
  }

  async #run(): Promise<void> {
    const { clock, client } = this.#options
    while (!this.#end.signal.aborted) {
      let pauseMs = PULL_EVERY_MS
      try {
        this.accept(await client.call('hub.desired', {}, this.#end.signal))
        await this.#report()
        this.#backOff.reset()
      } catch (error) {
        if (this.#end.signal.aborted) return
        this.#complain(error)
        pauseMs = this.#backOff.nextMs(error)
      }
      await this.#wake.wait(this.#end.signal, { ms: pauseMs, clock })
    }
  }

  async #report(): Promise<void> {
    const reports = [...this.#unreported.values()]
    if (reports.length === 0 && !this.#hasSpoken) {
      await this.#options.client.call('hub.report', { body: { cameras: [] } }, this.#end.signal)
    }
    this.#hasSpoken = true
    for (let from = 0; from < reports.length; from += REPORT_AT_ONCE) {
      const cameras = reports.slice(from, from + REPORT_AT_ONCE)
      await this.#options.client.call('hub.report', { body: { cameras } }, this.#end.signal)
      for (const report of cameras) {
        if (this.#unreported.get(report.cameraId) === report) this.#unreported.delete(report.cameraId)
      }
    }
  }

  #complain(error: unknown): void {
    const status = (error as Partial<CallError>).status ?? -1
    // The state of the connection is reported elsewhere, once.
    if (status !== 0 && status !== 401) this.#options.log('warn', 'Settings not received', { reason: wordsOf(error) })
  }
}

type Refused = { cameraId: string; version: number | null; error: Extract<SettingsError, { code: 'not-understood' }> }

/**
 * The list is the service's, but no camera goes back behind the version that the hub has seen: then what is known
 * stays. One camera with settings that this hub does not understand leaves the others alone.
 */
export function merge(known: Known, answer: readonly unknown[]): { known: Known; refused: Refused[] } {
  const before = new Map(known.cameras.map((camera) => [camera.cameraId, camera]))
  const versions = { ...known.versions }
  const cameras: DesiredCamera[] = []
  const refused: Refused[] = []
  for (const item of answer) {
    const parsed = desiredCamera.safeParse(item)
    const { cameraId, version } = item as Partial<DesiredCamera>
    const retained = before.get(String(cameraId))
    if (!parsed.success) {
      const { path, message: detail } = parsed.error.issues[0]!
      const error = { code: 'not-understood', params: { path: path.join('.'), detail } } as const
      refused.push({ cameraId: String(cameraId), version: Number.isInteger(version) ? version! : null, error })
      if (retained) cameras.push(retained)
    } else if (parsed.data.version < (versions[parsed.data.cameraId] ?? 0)) {
      if (retained) cameras.push(retained)
    } else {
      versions[parsed.data.cameraId] = parsed.data.version
      cameras.push(parsed.data)
    }
  }
  return { known: { ...known, cameras, versions }, refused }
}
