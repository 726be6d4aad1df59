/** Keeps one camera's live video open: gets a ticket, opens a source, reopens after a loss, and tracks its age. LIVE-02. */
import type { PeopleLook } from '@mimamori/contract/camera/camera-fields.ts'
import { followPageLife } from '#lib/browser/page-life.ts'
import { ApiError, call } from '#lib/service/api.ts'
import { type EndKey, type LiveSource, openLiveSource, type PlayedAs, type Screen } from './live-source.ts'

/** Why video does not arrive although it was requested; the request is retried automatically. */
type StalledWhy = (typeof PASSING)[number] | null
const PASSING = ['hub-offline', 'camera-unreachable', 'too-many-live'] as const
/** Errors that only a person can resolve, or nobody. */
const FINAL = ['live-disabled', 'live-off', 'not-found', 'forbidden', 'live-time-over'] as const
type LiveEndKey = Exclude<EndKey, 'codec-unknown' | 'hub-offline' | 'camera-unreachable'> | (typeof FINAL)[number]

export type LiveState =
  /** No frame yet; `waiting` after the hub was asked. */
  | { phase: 'opening' | 'waiting' }
  | { phase: 'playing' }
  /** Frames stopped; the last one stays, with its time on it, never shown as live. */
  | { phase: 'stalled'; why: StalledWhy }
  /** Not visible (another tab, scrolled away): closed until it is visible again. */
  | { phase: 'resting' }
  /** Ended until the user continues. */
  | { phase: 'ended'; key: LiveEndKey }

export type Reports = {
  onState: (state: LiveState) => void
  /** Capture time of the latest frame, by the hub's clock; about once a second while it plays. */
  onImage: (capturedAtMs: number) => void
  /** When the site's minutes run out, by this browser's clock; null: never. */
  onEndsAt: (atMs: number | null) => void
  /** Which of the browser's players shows it. */
  onPlayedAs: (as: PlayedAs) => void
  /** How people look in it, as reported when it opens. */
  onPeople: (people: PeopleLook) => void
}

/** `small`: in a tile. */
export type Wanted = { cameraId: string; viewingId: string; continues: boolean; small: boolean }
/** `snapshots`: this browser cannot play this camera's video. */
type Asked = Wanted & { snapshots: boolean }

/** Time without a frame after which the video is not live any more. */
const STALLED_AFTER_MS = 2500
/** A connection silent for longer than the service waits for a camera is lost, even if the browser reports it as open. */
const DEAD_AFTER_MS = 12_000
/** Time without a shown frame although fragments arrive; a slow machine would not be faster after reopening. */
const STUCK_AFTER_MS = 30_000
/** Timeout of the request for a ticket. */
const TICKET_WITHIN_MS = 10_000
const REOPEN_AFTER_MS = [300, 1000, 2000, 5000]
const LOOK_EVERY_MS = 500
const REPORT_EVERY_MS = 1000

/** Reopens until the returned function is called or the service ends the view for good. */
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
  readonly #stopFollowing: () => void
  readonly #look = setInterval(() => this.#lookAgain(), LOOK_EVERY_MS)
  /** Aborts the current attempt; null while the page is hidden, and at the end. */
  #attempt: AbortController | null = null
  #source: LiveSource | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #isPlaying = false

  constructor(wanted: Wanted, screen: Screen, reports: Reports) {
    this.#asked = { ...wanted, snapshots: false }
    this.#screen = screen
    this.#reports = reports
    this.#monitor = new PlaybackMonitor(() => this.#source?.shown() ?? null)
    this.#stopFollowing = followPageLife({
      onLeft: () => this.#close(),
      // Do not wait for the back-off when the network has just returned.
      onBack: () => !this.#isPlaying && this.#openAnew(),
    })
  }

  async open(): Promise<void> {
    const attempt = new AbortController()
    this.#attempt = attempt
    const patience = setTimeout(() => attempt.abort(), TICKET_WITHIN_MS)
    const ticket = await askTicket(this.#asked, attempt.signal)
    clearTimeout(patience)
    // Left, ended, or replaced by another attempt.
    if (this.#attempt !== attempt) return
    if ('final' in ticket) return this.#finish({ phase: 'ended', key: ticket.final })
    if ('why' in ticket) return this.#reopen(ticket.why)
    const { endsAfterSeconds } = ticket
    this.#reports.onEndsAt(endsAfterSeconds === null ? null : Date.now() + endsAfterSeconds * 1000)
    this.#reports.onPeople(ticket.people)
    this.#monitor.restart()
    this.#source = openLiveSource(this.#screen, socketUrl(ticket.ticket), {
      onPlayedAs: this.#reports.onPlayedAs,
      onWaiting: () => this.#wait(),
      onImage: (capturedAtMs) => this.#show(capturedAtMs),
      onEnd: (key) => this.#end(key),
      onLost: () => this.#reopen(),
    })
  }

  stop(): void {
    this.#stopFollowing()
    clearInterval(this.#look)
    this.#close()
  }

  #close(): void {
    this.#attempt?.abort()
    this.#attempt = null
    clearTimeout(this.#timer)
    this.#source?.close()
    this.#source = null
    this.#isPlaying = false
  }

  #show(capturedAtMs: number): void {
    const isDue = this.#monitor.beat()
    if (!isDue) return
    this.#failures = 0
    this.#reports.onImage(capturedAtMs)
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
    // An offline hub or camera may return at any moment; all other errors are decisions.
    if (key === 'hub-offline' || key === 'camera-unreachable') this.#reopen(key)
    else if (key === 'codec-unknown') this.#openSnapshots()
    else this.#finish({ phase: 'ended', key })
  }

  #openSnapshots(): void {
    this.#asked = { ...this.#asked, snapshots: true }
    this.#source = null
    void this.open()
  }

  #finish(state: LiveState): void {
    this.stop()
    this.#reports.onState(state)
  }

  #reopen(why: StalledWhy = null): void {
    this.#close()
    this.#stall(why)
    const delayMs = REOPEN_AFTER_MS[Math.min(this.#failures++, REOPEN_AFTER_MS.length - 1)]
    this.#timer = setTimeout(() => void this.open(), delayMs)
  }

  #openAnew(): void {
    this.#close()
    if (this.#monitor.hasBeaten) this.#stall(null)
    void this.open()
  }

  #lookAgain(): void {
    const silentMs = this.#monitor.silentMs()
    if (this.#isPlaying && silentMs > STALLED_AFTER_MS) this.#stall(null)
    const isUseless = silentMs > STUCK_AFTER_MS || this.#monitor.lineSilentMs() > DEAD_AFTER_MS
    if (this.#source && isUseless) this.#reopen()
  }
}

/** Whether the video moves: frames arrive, and the player shows new ones. */
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

  /** Reports the next frame. */
  reportNext(): void {
    this.#reportedAtMs = 0
  }

  /** A frame arrived; returns whether to report it. A frame that the player does not show does not count. */
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
    const rejection = error instanceof ApiError ? error.key : null
    const final = FINAL.find((key) => key === rejection)
    if (final) return { final }
    return { why: PASSING.find((key) => key === rejection) ?? null }
  }
}

function socketUrl(ticket: string): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  return `${scheme}://${location.host}/api/live/socket?ticket=${encodeURIComponent(ticket)}`
}
