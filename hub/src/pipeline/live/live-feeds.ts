/**
 * What viewers of one camera get: its own pictures where those are theirs to see, and otherwise a rendition that is made
 * only while somebody watches it. Nothing leaves while live streaming is off, whatever the service asks. LIVE-01, CAM-09.
 */

import { gateOf } from '@mimamori/contract/camera/week-clock.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { LIVE_RENDITIONS, type LiveRendition } from '@mimamori/contract/footage/live.ts'
import type { Track } from '#mp4/mp4-box.ts'
import type { VideoCodec, VideoPacket } from '../ingest/packet-source.ts'
import type { RetainedPackets } from '../ingest/retained-packets.ts'
import type { Placed } from '../ingest/timeline.ts'
import type { TimedSample } from '../record/sample-ring.ts'
import { LiveFeed, type LiveSink } from './live-feed.ts'
import type { Look } from './picture-painter.ts'
import { AS_TAKEN, blurredLook, isPrivate, isSameLook } from './privacy.ts'
import { Rendition } from './rendition.ts'
import { StillsFeed } from './stills-feed.ts'

/** The camera's own pictures at this moment: `group` from the newest key picture on. */
export type OwnPictures = { track: Track | null; group: readonly TimedSample[]; retained: RetainedPackets | null }

/** `mustBlur`: see `PicturePainter`. */
type FeedsSink = LiveSink & { onError: (message: string) => void; mustBlur?: () => boolean }
type Feed = { feed: LiveFeed | StillsFeed; made: Rendition | null }

export class LiveFeeds {
  readonly #feeds = new Map<LiveRendition, Feed>()
  readonly #sink: FeedsSink
  readonly #own: () => OwnPictures
  readonly #works = new Set<Promise<void>>()
  /** What the service asked for last; it is sent while live streaming is on. */
  readonly #asked = new Set<LiveRendition>()
  #gate: (atMs: number) => boolean
  #isOn = false
  #settings: DesiredCamera
  #source: { codec: VideoCodec; extradata: Buffer } | null = null

  constructor(
    settings: DesiredCamera,
    sink: FeedsSink,
    /** Asked when somebody begins to watch. */
    own: () => OwnPictures,
  ) {
    this.#settings = settings
    this.#gate = gateFor(settings)
    this.#sink = sink
    this.#own = own
    const { cameraId } = settings
    for (const rendition of LIVE_RENDITIONS) {
      const of = { cameraId, rendition }
      const feed = isStills(rendition)
        ? new StillsFeed(of, { ...sink, onWork: (work) => this.#hold(work) })
        : new LiveFeed(of, sink)
      this.#feeds.set(rendition, { feed, made: null })
    }
  }

  /** The stream runs from now on. */
  open(source: { codec: VideoCodec; extradata: Buffer }): void {
    this.#source = source
    for (const [rendition, { feed }] of this.#feeds) if (feed.isWatched) this.#begin(rendition)
  }

  /** Renditions that look otherwise now begin anew. */
  configure(settings: DesiredCamera): void {
    const isNew = !isSameLook(this.#settings.privacy, settings.privacy)
    this.#settings = settings
    this.#gate = gateFor(settings)
    if (settings.live === null) this.#turn(false)
    if (!isNew) return
    for (const [rendition, { feed }] of this.#feeds) if (feed.isWatched) this.#begin(rendition)
  }

  /** From the newest key picture on, as soon as live streaming is on. */
  start(rendition: LiveRendition): void {
    this.#asked.add(rendition)
    if (this.#isOn) this.#begin(rendition)
  }

  stop(rendition: LiveRendition): void {
    this.#asked.delete(rendition)
    this.#end(rendition)
  }

  /** Before a picture of this time is retained or sent: live streaming may have turned on or off. */
  follow(capturedAtMs: number): void {
    this.#turn(this.#gate(capturedAtMs))
  }

  #turn(isOn: boolean): void {
    if (isOn === this.#isOn) return
    this.#isOn = isOn
    for (const rendition of this.#asked) {
      if (isOn) this.#begin(rendition)
      else this.#end(rendition)
    }
  }

  #begin(rendition: LiveRendition): void {
    const of = this.#feeds.get(rendition)!
    of.made?.end()
    of.made = null
    const look = this.#lookOf(rendition)
    const { track, group, retained } = this.#own()
    // What was taken before live streaming turned on stays here.
    const isOfNow = group.every(({ capturedAtMs }) => this.#gate(capturedAtMs))
    of.feed.start(look ? null : track, isOfNow ? group : [])
    if (look && this.#source) of.made = this.#make(of.feed, look, isOfNow ? retained : null)
  }

  #end(rendition: LiveRendition): void {
    const of = this.#feeds.get(rendition)!
    of.feed.stop()
    of.made?.end()
    of.made = null
  }

  /** The camera's own pictures take another format. */
  begin(track: Track): void {
    for (const [rendition, { feed }] of this.#feeds) if (!this.#lookOf(rendition)) feed.begin(track)
  }

  /** One of the camera's own pictures. */
  send(sample: TimedSample): void {
    for (const [rendition, { feed }] of this.#feeds) if (!this.#lookOf(rendition)) feed.send(sample)
  }

  /** One packet of the stream. */
  put(packet: VideoPacket, placed: Placed): void {
    for (const { made } of this.#feeds.values()) made?.put(packet, placed)
  }

  /** Ends what was made for viewers and resolves when it is freed. */
  async close(): Promise<void> {
    this.#source = null
    for (const { feed, made } of this.#feeds.values()) {
      feed.stop()
      made?.end()
    }
    await Promise.all(this.#works)
  }

  /** Null: the camera's own pictures. */
  #lookOf(rendition: LiveRendition): Look | null {
    if (rendition.startsWith('blurred'))
      return this.#settings.privacy.level === 'none' ? blurredLook(this.#settings) : null
    return isPrivate(this.#settings) || this.#source?.codec !== 'hevc' ? null : AS_TAKEN
  }

  /** Begins with what was retained since the newest key picture, so that nobody waits for the next one. */
  #make(feed: Feed['feed'], look: Look, retained: RetainedPackets | null): Rendition {
    const { codec, extradata } = this.#source!
    const made = new Rendition(look, {
      onTrack: (track) => feed.begin(track),
      onSample: (sample) => feed.send(sample),
      onError: this.#sink.onError,
      ...(this.#sink.mustBlur && { mustBlur: this.#sink.mustBlur }),
    })
    // What a private camera of H.265 retains is painted, and H.264.
    const begun = retained?.codec === codec ? retained : null
    for (const packet of begun?.packets ?? []) made.put(packet, packet.placed)
    const work = made.run(codec, begun?.extradata ?? extradata)
    this.#hold(work.catch((error) => this.#sink.onError(`The live picture could not be made: ${error}`)))
    return made
  }

  /** `close` waits for it. */
  #hold(work: Promise<void>): void {
    const held = work.finally(() => this.#works.delete(held))
    this.#works.add(held)
  }
}

function isStills(rendition: LiveRendition): boolean {
  return rendition.endsWith('-stills')
}

function gateFor({ live, timezone }: DesiredCamera): (atMs: number) => boolean {
  return live === null ? () => false : gateOf(live.schedule, timezone)
}
