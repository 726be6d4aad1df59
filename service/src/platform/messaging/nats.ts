/** The wire between instances over NATS. Decision 0053. */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { connect, headers, type Msg, type NatsConnection, type Subscription } from '@nats-io/transport-node'
import type { Logger } from 'pino'
import type { Unsubscribe, Wire, WireMessage } from './wire.ts'

/** NATS refuses messages above 1 MiB unless it is configured otherwise; a large key frame travels in parts. */
const PART_BYTES = 512 * 1024
/** A server that does not answer a ping within two intervals counts as lost: a cut network closes no socket. */
const PING_MS = 1_000
const FIRST_CONNECT_MS = 2_000
const RECONNECT_MS = 500
const RECONNECT_JITTER_MS = 500
/** Longest wait for the server to process a subscription. */
const SETTLE_MS = 1_000
const FROM = 'from'
const ABOUT = 'about'
const MORE = 'more'

type Options = {
  /** `nats://user:password@host:4222` or `tls://…`; several servers by commas. */
  url: string
  /** First word of every subject: two installations on one server never receive each other's messages. */
  namespace: string
  log: Pick<Logger, 'warn' | 'info' | 'error'>
}

/**
 * Connects; if no server responds it retries in the background, and the wire is lost until then: alarms must not wait
 * for a bus.
 */
export async function connectNats(options: Options): Promise<Wire> {
  const wire = new NatsWire(options)
  await wire.connect()
  return wire
}

type Heard = { subject: string; callback: (error: Error | null, message: Msg) => void; live: Subscription | null }

class NatsWire implements Wire {
  readonly instanceId = randomUUID()
  readonly #options: Options
  readonly #listeners = new Set<(isLost: boolean) => void>()
  readonly #heard = new Set<Heard>()
  #connection: NatsConnection | null = null
  #isLost = true
  #isStopped = false
  #lostCount = 0

  constructor(options: Options) {
    this.#options = options
  }

  async connect(): Promise<void> {
    try {
      const connection = await connect({
        ...serversOf(this.#options.url),
        name: `mimamori ${this.instanceId}`,
        noEcho: true,
        maxReconnectAttempts: -1,
        ignoreAuthErrorAbort: true,
        reconnectTimeWait: RECONNECT_MS,
        reconnectJitter: RECONNECT_JITTER_MS,
        reconnectJitterTLS: RECONNECT_JITTER_MS,
        pingInterval: PING_MS,
        maxPingOut: 2,
      })
      if (this.#isStopped) return await connection.close()
      this.#connection = connection
      for (const heard of this.#heard) this.#hear(heard)
      void this.#watch(connection)
      this.#change(false)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      this.#options.log.warn({ reason }, 'No bus: MIMAMORI_NATS_URL does not answer. It is tried again.')
      if (!this.#isStopped) setTimeout(() => void this.connect(), FIRST_CONNECT_MS).unref()
    }
  }

  get isLost(): boolean {
    return this.#isLost
  }

  readonly sign = {
    errors: () => (this.#isLost ? ['bus-lost'] : []),
    figures: () => [
      '# TYPE mimamori_bus_lost gauge',
      `mimamori_bus_lost ${this.#isLost ? 1 : 0}`,
      '# TYPE mimamori_bus_losses_total counter',
      `mimamori_bus_losses_total ${this.#lostCount}`,
    ],
  }

  publish(subject: string, bytes: Uint8Array, about = ''): void {
    const connection = this.#connection
    if (this.#isLost || !connection) return
    for (let at = 0; at === 0 || at < bytes.length; at += PART_BYTES) {
      const isMore = at + PART_BYTES < bytes.length
      const of = headers()
      of.set(FROM, this.instanceId)
      if (about) of.set(ABOUT, about)
      if (isMore) of.set(MORE, '1')
      connection.publish(this.#named(subject), bytes.subarray(at, at + PART_BYTES), { headers: of })
    }
  }

  subscribe(subject: string, listener: (message: WireMessage) => void): Unsubscribe {
    const parts = new Map<string, Uint8Array[]>()
    const callback = (error: Error | null, sent: Msg) => {
      if (error) return
      const from = sent.headers?.get(FROM) ?? ''
      const earlier = parts.get(from) ?? []
      // The client's own buffer is used again: a listener may hold on to the bytes.
      const all = [...earlier, sent.data.slice()]
      if (sent.headers?.get(MORE)) return void parts.set(from, all)
      parts.delete(from)
      const message: WireMessage = {
        from,
        bytes: all.length === 1 ? all[0]! : new Uint8Array(Buffer.concat(all)),
        about: sent.headers?.get(ABOUT) ?? '',
        respond: (bytes) => void sent.respond(bytes),
      }
      try {
        listener(message)
      } catch (error) {
        this.#options.log.error({ err: error }, 'a listener of the bus failed')
      }
    }
    const heard: Heard = { subject: this.#named(subject), callback, live: null }
    this.#heard.add(heard)
    this.#hear(heard)
    return () => {
      this.#heard.delete(heard)
      heard.live?.unsubscribe()
    }
  }

  async idle(): Promise<void> {
    const connection = this.#connection
    if (this.#isLost || !connection) return
    // The server responds in order, so earlier subscriptions have been processed. If the connection ends meanwhile, it
    // is reported as lost.
    await Promise.race([connection.flush().catch(() => {}), wait(SETTLE_MS, undefined, { ref: false })])
  }

  async request(subject: string, bytes: Uint8Array, timeoutMs: number): Promise<Uint8Array | null> {
    const connection = this.#connection
    if (this.#isLost || !connection) return null
    const of = headers()
    of.set(FROM, this.instanceId)
    try {
      const answer = await connection.request(this.#named(subject), bytes, { timeout: timeoutMs, headers: of })
      return answer.data.slice()
    } catch {
      // Nobody is subscribed, or nobody answered in time: the caller need not know which.
      return null
    }
  }

  onLostChange(listener: (isLost: boolean) => void): Unsubscribe {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#listeners.clear()
    const connection = this.#connection
    // A closed one throws at a publication or a subscription, which may come behind an answer that was waited for.
    this.#connection = null
    await connection?.close()
  }

  #hear(heard: Heard): void {
    heard.live = this.#connection?.subscribe(heard.subject, { callback: heard.callback }) ?? null
  }

  #named(subject: string): string {
    return `${this.#options.namespace}.${subject}`
  }

  async #watch(connection: NatsConnection): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect' || type === 'staleConnection') this.#change(true)
      else if (type === 'reconnect') this.#change(false)
    }
  }

  #change(isLost: boolean): void {
    if (this.#isLost === isLost) return
    this.#isLost = isLost
    if (isLost) this.#lostCount++
    if (isLost)
      this.#options.log.warn('The bus is lost: other instances are heard through the database until it is back.')
    else this.#options.log.info('The bus is back.')
    for (const listener of [...this.#listeners]) listener(isLost)
  }
}

/** URLs without their user and password, which the client takes separately. */
function serversOf(url: string) {
  const urls = url.split(',').map((each) => new URL(each.trim()))
  const { username, password } = urls[0]!
  const tls = urls.some(({ protocol }) => protocol === 'tls:') ? {} : undefined
  return {
    servers: urls.map(({ hostname, port }) => `${hostname}:${port || 4222}`),
    ...(username && !password && { token: decodeURIComponent(username) }),
    ...(username && password && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    ...(tls && { tls }),
  }
}
