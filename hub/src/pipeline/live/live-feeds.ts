/**
 * Live video for the viewers of one camera: its own stream if they may see it, else a rendition that is made only while
 * somebody watches. Sends nothing while live streaming is off, whatever the service requests. LIVE-01, CAM-09.
 */

import { gateOf } from '@mimamori/contract/camera/week-clock.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { LIVE_RENDITIONS, type LiveRendition } from '@mimamori/contract/footage/live.ts'
import type { Track } from '#mp4/mp4-box.ts'
import type { Look } from '../frame/image-painter.ts'
import { AS_TAKEN, blurredLook, isPrivate, isSameLook } from '../frame/privacy.ts'
import type { VideoCodec, VideoPacket } from '../media/packet-source.ts'
import type { RetainedPackets } from '../media/retained-packets.ts'
import type { TimedSample } from '../media/sample-ring.ts'
import type { Placed } from '../media/timeline.ts'
import { LiveFeed, type LiveSink } from './live-feed.ts'
import { Rendition } from './rendition.ts'
import { SnapshotsFeed } from './snapshots-feed.ts'

/** The camera's own stream now: `group` from the latest key frame on. */
export type OwnImages = { track: Track | null; group: readonly TimedSample[]; retained: RetainedPackets | null }

/** `mustBlur`: see `ImagePainter`. */
type FeedsSink = LiveSink & {
  onError: (message: string) => void
  mustBlur?: () => boolean
  toWall?: (ms: number) => number
}
type Feed = { feed: LiveFeed | SnapshotsFeed; made: Rendition | null }

export class LiveFeeds {
  readonly #feeds = new Map<LiveRendition, Feed>()
  readonly #sink: FeedsSink
  readonly #own: () => OwnImages
  readonly #works = new Set<Promise<void>>()
  /** Renditions that the service requested last; they are sent while live streaming is on. */
  readonly #asked = new Set<LiveRendition>()
  #gate: (atMs: number) => boolean
  #isOn = false
  #settings: DesiredCamera
  #source: { codec: VideoCodec; extradata: Buffer } | null = null

  constructor(
    settings: DesiredCamera,
    sink: FeedsSink,
    /** Called when a viewer starts to watch. */
    own: () => OwnImages,
  ) {
    this.#settings = settings
    this.#sink = sink
    this.#gate = gateFor(settings, sink.toWall)
    this.#own = own
    const { cameraId } = settings
    for (const rendition of LIVE_RENDITIONS) {
      const of = { cameraId, rendition }
      const feed = isSnapshots(rendition)
        ? new SnapshotsFeed(of, { ...sink, onWork: (work) => this.#hold(work) })
        : new LiveFeed(of, sink)
      this.#feeds.set(rendition, { feed, made: null })
    }
  }

  /** The stream is open from now on. */
  open(source: { codec: VideoCodec; extradata: Buffer }): void {
    this.#source = source
    for (const [rendition, { feed }] of this.#feeds) if (feed.isWatched) this.#begin(rendition)
  }

  /** Restarts renditions whose privacy settings changed. */
  configure(settings: DesiredCamera): void {
    const isNew = !isSameLook(this.#settings.privacy, settings.privacy)
    this.#settings = settings
    this.#gate = gateFor(settings, this.#sink.toWall)
    if (settings.live === null) this.#turn(false)
    if (!isNew) return
    for (const [rendition, { feed }] of this.#feeds) if (feed.isWatched) this.#begin(rendition)
  }

  /** Starts at the latest key frame, as soon as live streaming is on. */
  start(rendition: LiveRendition): void {
    this.#asked.add(rendition)
    if (this.#isOn) this.#begin(rendition)
  }

  stop(rendition: LiveRendition): void {
    this.#asked.delete(rendition)
    this.#end(rendition)
  }

  /** Call it before a frame of this time is retained or sent: live streaming may have been switched. */
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
    // Do not send frames that were captured before live streaming was switched on.
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

  /** The camera's own stream changes its format. */
  begin(track: Track): void {
    for (const [rendition, { feed }] of this.#feeds) if (!this.#lookOf(rendition)) feed.begin(track)
  }

  /** One frame of the camera's own stream. */
  send(sample: TimedSample): void {
    for (const [rendition, { feed }] of this.#feeds) if (!this.#lookOf(rendition)) feed.send(sample)
  }

  /** One packet of the stream. */
  put(packet: VideoPacket, placed: Placed): void {
    for (const { made } of this.#feeds.values()) made?.put(packet, placed)
  }

  /** Ends all renditions; resolves when their resources are freed. */
  async close(): Promise<void> {
    this.#source = null
    for (const { feed, made } of this.#feeds.values()) {
      feed.stop()
      made?.end()
    }
    await Promise.all(this.#works)
  }

  /** Null: the camera's own stream. */
  #lookOf(rendition: LiveRendition): Look | null {
    if (rendition.startsWith('blurred'))
      return this.#settings.privacy.level === 'none' ? blurredLook(this.#settings) : null
    return isPrivate(this.#settings) || this.#source?.codec !== 'hevc' ? null : AS_TAKEN
  }

  /** Starts with the frames since the latest key frame, so that viewers need not wait for the next one. */
  #make(feed: Feed['feed'], look: Look, retained: RetainedPackets | null): Rendition {
    const { codec, extradata } = this.#source!
    const made = new Rendition(look, {
      onTrack: (track) => feed.begin(track),
      onSample: (sample) => feed.send(sample),
      onError: this.#sink.onError,
      ...(this.#sink.mustBlur && { mustBlur: this.#sink.mustBlur }),
    })
    // The ring of a private H.265 camera has painted frames in H.264, which cannot be used here.
    const begun = retained?.codec === codec ? retained : null
    for (const packet of begun?.packets ?? []) made.put(packet, packet.placed)
    const work = made.run(codec, begun?.extradata ?? extradata)
    this.#hold(work.catch((error) => this.#sink.onError(`The live view could not be made: ${error}`)))
    return made
  }

  /** Makes `close` wait for the work. */
  #hold(work: Promise<void>): void {
    const held = work.finally(() => this.#works.delete(held))
    this.#works.add(held)
  }
}

function isSnapshots(rendition: LiveRendition): boolean {
  return rendition.endsWith('-snapshots')
}

function gateFor({ live, timezone }: DesiredCamera, toWall = (ms: number) => ms): (atMs: number) => boolean {
  if (live === null) return () => false
  const isOn = gateOf(live.schedule, timezone)
  return (atMs) => isOn(toWall(atMs))
}
