/**
 * Holds a broker in step with the rooms of the operator's sites, from one instance at a time, and takes its one command.
 * REACH-90, REACH-91
 */
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import type { Logger } from 'pino'
import type { Cancel } from '#platform/clock.ts'
import type { MqttConfig } from '#platform/config.ts'
import { connectMqtt, type MqttLine, type MqttMessage } from '#platform/messaging/mqtt.ts'
import type { Platform } from '#platform/platform.ts'
import { takeJobLease } from '#platform/work/jobs.ts'
import { readPublished, readSites } from './mqtt.queries.ts'
import {
  BIRTH,
  claimTopic,
  isDiscovery,
  namedBy,
  OFFLINE,
  ONLINE,
  ownDiscovery,
  type Place,
  statusTopic,
  topicsOf,
} from './mqtt.topics.ts'

const TICK_MS = 1_000
/** Changes that no event tells are found after this time. */
const LOOK_AGAIN_MS = 10_000
const LEASE = { name: 'mqtt.publish', forMs: 15_000 }
const RENEWED_BEFORE_MS = 12_000
/** Pauses between tries to connect; the last one goes on. */
const PAUSES_MS = [1_000, 2_000, 5_000, 15_000]
const AWAY_MS = 2 * MINUTE_MS
const TELLING: readonly LiveEvent['type'][] = [
  'alert-raised',
  'alert-changed',
  'alarm-changed',
  'camera-changed',
  'room-changed',
]

/** A room that somebody presses for. */
export type Command = { tenantId: string; cameraId: string; by: string }
type Parts = Pick<Platform, 'database' | 'clock' | 'bus' | 'secrets' | 'rateLimit'> & {
  mqtt: MqttConfig
  /** Claims the open alarms of the room; false: it has none. */
  claim(command: Command): Promise<boolean>
}

export class MqttWork {
  readonly #parts: Parts
  readonly #log: Logger
  readonly #place: Place
  readonly #holder = crypto.randomUUID()
  #line: MqttLine | null = null
  /** What the broker has, by topic. */
  readonly #sent = new Map<string, string>()
  /** Discoveries that the broker had before, by topic. */
  readonly #found = new Map<string, string>()
  #sites: { id: string; code: string }[] = []
  #unsubscribe = () => {}
  #isChanged = true
  #lookedMs = 0
  #heldUntilMs = 0
  #tries = 0
  #nextTryMs = 0
  /** Null: connected, or another instance's work. */
  #awaySinceMs: number | null = null
  #running: Promise<void> = Promise.resolve()
  #cancel: Cancel = () => {}
  #isStopped = false

  constructor(parts: Parts, log: Logger) {
    this.#parts = parts
    this.#log = log
    const installation = `mimamori-${parts.secrets.derive('mqtt').toString('hex').slice(0, 12)}`
    this.#place = { prefix: parts.mqtt.prefix, installation, hasClaim: parts.mqtt.claimAs !== null }
  }

  readonly sign = {
    errors: () => {
      const isLong = this.#awaySinceMs !== null && this.#nowMs - this.#awaySinceMs >= AWAY_MS
      return isLong ? ['mqtt-away'] : []
    },
    figures: () => ['# TYPE mimamori_mqtt_connected gauge', `mimamori_mqtt_connected ${this.#line?.isOpen ? 1 : 0}`],
  }

  start(): void {
    this.#cancel = this.#parts.clock.after(TICK_MS, () => {
      this.#running = this.#round()
        .catch((err: unknown) => this.#log.error({ err }, 'rooms were not published'))
        .finally(() => {
          if (!this.#isStopped) this.start()
        })
    })
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#cancel()
    await this.#running
    await this.#leave()
    const { database, clock } = this.#parts
    const free = { name: LEASE.name, holder: this.#holder, now: clock.now(), forMs: 0, mostMs: LEASE.forMs }
    if (this.#heldUntilMs > 0) await takeJobLease(database, free).catch(() => false)
  }

  get #nowMs(): number {
    return this.#parts.clock.monotonicMs()
  }

  async #round(): Promise<void> {
    if (!(await this.#isHolder())) {
      this.#awaySinceMs = null
      return this.#leave()
    }
    if (!this.#line?.isOpen) await this.#connect()
    if (!this.#line?.isOpen || !(this.#isChanged || this.#nowMs - this.#lookedMs >= LOOK_AGAIN_MS)) return
    this.#isChanged = false
    this.#lookedMs = this.#nowMs
    await this.#publish(this.#line)
  }

  /** Without the database the lease runs out: what the broker holds is then not known to be true. */
  async #isHolder(): Promise<boolean> {
    const { database, clock } = this.#parts
    const untilMs = this.#nowMs + LEASE.forMs
    if (this.#nowMs < this.#heldUntilMs - RENEWED_BEFORE_MS) return true
    const lease = { ...LEASE, holder: this.#holder, now: clock.now() }
    try {
      this.#heldUntilMs = (await takeJobLease(database, lease)) ? untilMs : 0
    } catch (err) {
      this.#log.warn({ err }, 'The lease of the broker was not renewed.')
    }
    return this.#nowMs < this.#heldUntilMs
  }

  async #connect(): Promise<void> {
    this.#awaySinceMs ??= this.#nowMs
    this.#unsubscribe()
    if (this.#nowMs < this.#nextTryMs) return
    const { mqtt, database } = this.#parts
    const place = this.#place
    this.#sites = await database.asPlatform('sites of the broker', (db) => readSites(db, mqtt.sites))
    const claims = place.hasClaim ? this.#sites.map(({ code }) => claimTopic(place, code, '+')) : []
    this.#sent.clear()
    this.#found.clear()
    try {
      this.#line = await connectMqtt({
        ...{ url: mqtt.url, clientId: place.installation, will: { topic: statusTopic(place), text: OFFLINE } },
        topics: [BIRTH, ownDiscovery(place), ...claims],
        onMessage: (message) => this.#hear(message),
      })
    } catch (err) {
      const pauseMs = PAUSES_MS[Math.min(this.#tries++, PAUSES_MS.length - 1)]!
      this.#nextTryMs = this.#nowMs + pauseMs
      return this.#log.warn(
        { reason: err instanceof Error ? err.message : String(err) },
        'MIMAMORI_MQTT_URL is not reached.',
      )
    }
    this.#unsubscribe = this.#parts.bus.subscribe(
      this.#sites.map(({ id }) => id),
      ({ type }) => {
        if (TELLING.includes(type)) this.#isChanged = true
      },
    )
    this.#line.retain(statusTopic(place), ONLINE)
    this.#tries = 0
    this.#awaySinceMs = null
    this.#isChanged = true
  }

  /** What changed, and without what is gone. */
  async #publish(line: MqttLine): Promise<void> {
    const ids = this.#sites.map(({ id }) => id)
    const rooms = await this.#parts.database.asPlatform('rooms of the broker', (db) => readPublished(db, ids))
    const wanted = topicsOf(rooms, this.#place)
    for (const [topic, text] of wanted) {
      if (this.#sent.get(topic) === text) continue
      line.retain(topic, text)
      this.#sent.set(topic, text)
    }
    const leftOver = [...this.#found].flatMap(([topic, text]) => [topic, namedBy(text, this.#place) ?? topic])
    for (const topic of new Set([...this.#sent.keys(), ...leftOver])) {
      if (wanted.has(topic)) continue
      line.retain(topic, '')
      this.#sent.delete(topic)
    }
    this.#found.clear()
  }

  #hear({ topic, text, isRetained }: MqttMessage): void {
    if (topic === BIRTH) {
      if (text === ONLINE) this.#sent.clear()
      this.#isChanged = true
    } else if (!isDiscovery(topic)) {
      this.#press(topic, isRetained ? '' : text).catch((err: unknown) =>
        this.#log.warn({ err, topic, isRetained }, 'A command of the broker was refused.'),
      )
    } else if (isRetained && text !== '') {
      this.#found.set(topic, text)
      this.#isChanged = true
    }
  }

  /** A retained command comes again at each connection: it would claim tomorrow's fall. */
  async #press(topic: string, text: string): Promise<void> {
    const [, cameraId = '', , code] = topic.split('/').toReversed()
    const site = this.#sites.find((one) => one.code === code)
    const { claimAs: by } = this.#parts.mqtt
    if (text !== 'PRESS' || !site || by === null) throw new Error('Only a press of now is taken.')
    this.#parts.rateLimit.take('command', site.id)
    const isClaimed = await this.#parts.claim({ tenantId: site.id, cameraId, by })
    if (!isClaimed) throw new Error('The room has no open alarm.')
  }

  async #leave(): Promise<void> {
    this.#unsubscribe()
    this.#unsubscribe = () => {}
    const line = this.#line
    this.#line = null
    if (!line?.isOpen) return
    line.retain(statusTopic(this.#place), OFFLINE)
    await line.close()
  }
}
