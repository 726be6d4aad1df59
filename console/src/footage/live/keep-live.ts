/** Keeps one camera's picture open: a ticket, a source, a new one when the line breaks, and the truth about its age. LIVE-02. */
import type { PeopleLook } from '@mimamori/contract/camera/people-look.ts'
import { ApiError, call } from '#lib/service/api.ts'
import { type EndKey, type LiveSource, openLiveSource, type PlayedAs, type Screen } from './live-source.ts'

/** Why a picture does not come although it is asked for; the service is asked again by itself. */
type StalledWhy = (typeof PASSING)[number] | null
const PASSING = ['hub-offline', 'camera-unreachable', 'too-many-live'] as const
/** What only a person can mend, or nobody. */
const FINAL = ['live-disabled', 'live-off', 'not-found', 'forbidden', 'live-time-over'] as const
type LiveEndKey = Exclude<EndKey, 'codec-unknown' | 'hub-offline' | 'camera-unreachable'> | (typeof FINAL)[number]

export type LiveState =
  /** No picture yet; `waiting` once the hub was asked. */
  | { phase: 'opening' | 'waiting' }
  | { phase: 'playing' }
  /** Pictures stopped coming; the last one stays, with its time on it, never shown as live. */
  | { phase: 'stalled'; why: StalledWhy }
  /** Nobody looks (another tab, scrolled away): closed until somebody does. */
  | { phase: 'resting' }
  /** Over until the user goes on. */
  | { phase: 'ended'; key: LiveEndKey }

export type Reports = {
  onState: (state: LiveState) => void
  /** When the newest picture was taken, by the hub's clock; about once a second while it plays. */
  onPicture: (capturedAtMs: number) => void
  /** When the site's minutes run out, by this browser's clock; null: they do not. */
  onEndsAt: (atMs: number | null) => void
  /** By which of the browser's players it is shown. */
  onPlayedAs: (as: PlayedAs) => void
  /** How people look in it, as the service says when it opens. */
  onPeople: (people: PeopleLook) => void
}

/** `small`: for a tile. */
export type Wanted = { cameraId: string; viewingId: string; continues: boolean; small: boolean }
/** `stills`: this browser plays no video of this camera. */
type Asked = Wanted & { stills: boolean }

/** Longer without a picture than this, it is not live any more. */
const STALLED_AFTER_MS = 2500
/** A line that is silent for longer than the service waits for a camera is dead, whatever the browser believes. */
const DEAD_AFTER_MS = 12_000
/** Time without a shown picture although fragments arrive; a slow machine is not faster after reopening. */
const STUCK_AFTER_MS = 30_000
const REOPEN_AFTER_MS = [300, 1000, 2000, 5000]
const LOOK_EVERY_MS = 500
const REPORT_EVERY_MS = 1000

/** Reopens until the answered function is called or the service ends the view for good. */
export function keepLive(wanted: Wanted, screen: Screen, reports: Reports): () => void {
  const keeper = new Keeper(wanted, screen, reports)
  void keeper.open()
  return () => keeper.stop()
}

class Keeper {
  #asked: Asked
  readonly #screen: Screen
  readonly #reports: Reports
  readonly #monitor: PlaybackMonitor
  readonly #ending = new AbortController()
  readonly #look = setInterval(() => this.#lookAgain(), LOOK_EVERY_MS)
  #source: LiveSource | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #isPlaying = false

  constructor(wanted: Wanted, screen: Screen, reports: Reports) {
    this.#asked = { ...wanted, stills: false }
    this.#screen = screen
    this.#reports = reports
    this.#monitor = new PlaybackMonitor(() => this.#source?.shown() ?? null)
    // Waiting out the back-off would be silly when the network has just come back.
    addEventListener('online', this.#retry)
  }

  async open(): Promise<void> {
    const ticket = await askTicket(this.#asked, this.#ending.signal)
    if (this.#ending.signal.aborted) return
    if ('final' in ticket) return this.#finish({ phase: 'ended', key: ticket.final })
    if ('why' in ticket) return this.#reopen(ticket.why)
    const { endsAfterSeconds } = ticket
    this.#reports.onEndsAt(endsAfterSeconds === null ? null : Date.now() + endsAfterSeconds * 1000)
    this.#reports.onPeople(ticket.people)
    this.#monitor.restart()
    this.#source = openLiveSource(this.#screen, socketUrl(ticket.ticket), {
      onPlayedAs: this.#reports.onPlayedAs,
      onWaiting: () => this.#wait(),
      onPicture: (capturedAtMs) => this.#show(capturedAtMs),
      onEnd: (key) => this.#end(key),
      onLost: () => this.#reopen(),
    })
  }

  stop(): void {
    this.#ending.abort()
    clearTimeout(this.#timer)
    clearInterval(this.#look)
    removeEventListener('online', this.#retry)
    this.#source?.close()
  }

  #show(capturedAtMs: number): void {
    const isDue = this.#monitor.beat()
    if (!isDue) return
    this.#failures = 0
    this.#reports.onPicture(capturedAtMs)
    if (!this.#isPlaying) this.#reports.onState({ phase: 'playing' })
    this.#isPlaying = true
  }

  #wait(): void {
    if (this.#monitor.hasBeaten) this.#stall(null)
    else this.#reports.onState({ phase: 'waiting' })
  }

  #stall(why: StalledWhy): void {
    this.#isPlaying = false
    this.#monitor.reportNext()
    this.#reports.onState({ phase: 'stalled', why })
  }

  #end(key: EndKey): void {
    // A hub or camera that is away may be back any second; everything else is a decision.
    if (key === 'hub-offline' || key === 'camera-unreachable') this.#reopen(key)
    else if (key === 'codec-unknown') this.#openStills()
    else this.#finish({ phase: 'ended', key })
  }

  #openStills(): void {
    this.#asked = { ...this.#asked, stills: true }
    this.#source = null
    void this.open()
  }

  #finish(state: LiveState): void {
    this.stop()
    this.#reports.onState(state)
  }

  #reopen(why: StalledWhy = null): void {
    this.#source?.close()
    this.#source = null
    clearTimeout(this.#timer)
    this.#stall(why)
    const delayMs = REOPEN_AFTER_MS[Math.min(this.#failures++, REOPEN_AFTER_MS.length - 1)]
    this.#timer = setTimeout(() => void this.open(), delayMs)
  }

  readonly #retry = (): void => {
    if (!this.#isPlaying) this.#reopen()
  }

  #lookAgain(): void {
    const silentMs = this.#monitor.silentMs()
    if (this.#isPlaying && silentMs > STALLED_AFTER_MS) this.#stall(null)
    const isUseless = silentMs > STUCK_AFTER_MS || this.#monitor.lineSilentMs() > DEAD_AFTER_MS
    if (this.#source && isUseless) this.#reopen()
  }
}

/** Whether a picture moves: pictures come, and the one that is shown goes on. */
class PlaybackMonitor {
  readonly #shownNow: () => number | null
  #atMs = performance.now()
  #arrivedAtMs = performance.now()
  #shown = 0
  #reportedAtMs = 0
  hasBeaten = false

  constructor(shownNow: () => number | null) {
    this.#shownNow = shownNow
  }

  restart(): void {
    this.#atMs = performance.now()
    this.#arrivedAtMs = this.#atMs
    this.#shown = 0
    this.reportNext()
  }

  /** Reports the next beat. */
  reportNext(): void {
    this.#reportedAtMs = 0
  }

  /** A picture came; answers whether it is time to say so. One that the player does not get to show is no beat. */
  beat(): boolean {
    const nowMs = performance.now()
    this.#arrivedAtMs = nowMs
    const shown = this.#shownNow()
    if (shown === null || shown === this.#shown) return false
    this.#shown = shown
    this.#atMs = nowMs
    this.hasBeaten = true
    if (nowMs - this.#reportedAtMs < REPORT_EVERY_MS) return false
    this.#reportedAtMs = nowMs
    return true
  }

  silentMs(): number {
    return performance.now() - this.#atMs
  }

  lineSilentMs(): number {
    return performance.now() - this.#arrivedAtMs
  }
}

type Ticket = { ticket: string; endsAfterSeconds: number | null; people: PeopleLook }

async function askTicket(
  { cameraId, ...body }: Asked,
  signal: AbortSignal,
): Promise<Ticket | { final: LiveEndKey } | { why: StalledWhy }> {
  try {
    return await call('live.open', { params: { cameraId }, body }, signal)
  } catch (error) {
    const refusal = error instanceof ApiError ? error.key : null
    const final = FINAL.find((key) => key === refusal)
    if (final) return { final }
    return { why: PASSING.find((key) => key === refusal) ?? null }
  }
}

function socketUrl(ticket: string): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  return `${scheme}://${location.host}/api/live/socket?ticket=${encodeURIComponent(ticket)}`
}
