/**
 * Live video of hubs whose sockets are at other instances. For each other instance, the one with the socket is one more
 * viewer, and sends one copy however many viewers that instance has. Without a wire it does nothing.
 */
import type { HubOrder } from '@mimamori/contract/fleet/hub.ts'
import type { LiveNotice, LiveRendition } from '@mimamori/contract/footage/live.ts'
import type { Cancel, Clock } from '#platform/clock.ts'
import type { Unsubscribe } from '#platform/messaging/bus.ts'
import type { Wire } from '#platform/messaging/wire.ts'
import type { EndKey, LiveHub, LiveRelay, LiveViewer } from './live.relay.ts'

/** Interval at which a watching instance renews its request. */
export const RENEW_MS = 3_000
/** Time without a renewal after which an instance no longer watches: three were lost. */
const WATCH_ENDS_MS = 10_000
const ANSWER_MS = 1_000

type Subject = { cameraId: string; rendition: LiveRendition }
/** `isAnew`: the watching instance has dropped earlier data, so the stream begins with its init segment again. */
type Wanted = Subject & { to: string; isWatched: boolean; isAnew?: boolean }
/** The message beside the bytes: a notice to a viewer, or nothing if the bytes are a message. */
type Sent = Subject & { hubId: string; notice?: LiveNotice }

const wantedSubject = (hubId: string) => `live.${hubId}`
const imagesSubject = (instanceId: string) => `live-images.${instanceId}`
const nameOf = ({ cameraId, rendition }: Subject) => `${rendition} ${cameraId}`

type Parts = { wire: Wire | null; clock: Clock; relay: LiveRelay; isHere: (hubId: string) => boolean }

/** The relay, which also serves and calls other instances. */
export function createRemoteLive({ wire, clock, relay, isHere }: Parts): LiveRelay & { stop(): void } {
  if (!wire) return { ...relay, stop() {} }
  const serving = createServing(wire, clock, relay)
  const asking = createAsking(wire, clock, relay)
  return {
    ...relay,
    watch(of, viewer) {
      if (!isHere(of.hubId)) asking.attach(of.hubId)
      return relay.watch(of, viewer)
    },
    hubConnected(hub) {
      asking.detach(hub.hubId)
      relay.hubConnected(hub)
      serving.hubConnected(hub)
    },
    hubLost(hub) {
      serving.hubLost(hub)
      relay.hubLost(hub)
      // It may be at another instance already, and its viewers here go on from there.
      if (relay.isWatched(hub.hubId)) asking.attach(hub.hubId)
    },
    stop() {
      asking.stop()
      serving.stop()
    },
  }
}

/** The instance with the hub's socket. */
function createServing(wire: Wire, clock: Clock, relay: LiveRelay) {
  type Served = { leave: () => void; cancelEnd: Cancel }
  const hubs = new Map<string, { hub: LiveHub; served: Map<string, Served>; unsubscribe: Unsubscribe }>()

  function end(served: Map<string, Served>, key: string) {
    const one = served.get(key)
    one?.cancelEnd()
    served.delete(key)
    one?.leave()
  }
  function begin(hubId: string, served: Map<string, Served>, wanted: Wanted, key: string) {
    const { to, cameraId, rendition } = wanted
    const about = (notice?: LiveNotice) => JSON.stringify({ hubId, cameraId, rendition, notice } satisfies Sent)
    const viewer: LiveViewer = {
      bufferedAmount: 0,
      send(data) {
        if (typeof data !== 'string') wire.publish(imagesSubject(to), data, about())
        else wire.publish(imagesSubject(to), new Uint8Array(), about(JSON.parse(data) as LiveNotice))
      },
      close: () => end(served, key),
    }
    const one: Served = { leave: () => {}, cancelEnd: () => {} }
    served.set(key, one)
    one.leave = relay.watch({ cameraId, hubId, rendition }, viewer)
  }
  function want(hubId: string, served: Map<string, Served>, wanted: Wanted) {
    const key = `${wanted.to} ${nameOf(wanted)}`
    if (!wanted.isWatched || wanted.isAnew) end(served, key)
    if (!wanted.isWatched) return
    if (!served.has(key)) begin(hubId, served, wanted, key)
    const one = served.get(key)
    if (!one) return
    one.cancelEnd()
    one.cancelEnd = clock.after(WATCH_ENDS_MS, () => end(served, key))
  }

  function forget(hubId: string) {
    const known = hubs.get(hubId)
    if (!known) return
    known.unsubscribe()
    hubs.delete(hubId)
    for (const key of [...known.served.keys()]) end(known.served, key)
  }

  return {
    hubConnected(hub: LiveHub) {
      forget(hub.hubId)
      const served = new Map<string, Served>()
      const unsubscribe = wire.subscribe(wantedSubject(hub.hubId), ({ bytes, respond }) => {
        want(hub.hubId, served, JSON.parse(Buffer.from(bytes).toString('utf8')) as Wanted)
        respond(new Uint8Array())
      })
      hubs.set(hub.hubId, { hub, served, unsubscribe })
    },
    hubLost(hub: LiveHub) {
      if (hubs.get(hub.hubId)?.hub === hub) forget(hub.hubId)
    },
    stop() {
      for (const hubId of [...hubs.keys()]) forget(hubId)
    },
  }
}

/** A hub at another instance, as the relay here sees it. */
type RemoteHub = LiveHub & {
  /** Streams that the relay wants, by name, with their number in headers here. */
  wanted: Map<string, Subject & { stream: number; image: (LiveNotice & { type: 'init' }) | null }>
  isReached: boolean
  cancelRenewal: Cancel
}

/** The instance that watches. */
function createAsking(wire: Wire, clock: Clock, relay: LiveRelay) {
  const hubs = new Map<string, RemoteHub>()
  let lastStream = 0
  const offImages = wire.subscribe(imagesSubject(wire.instanceId), ({ bytes, about }) =>
    take(JSON.parse(about) as Sent, bytes),
  )

  function say(hub: RemoteHub, { cameraId, rendition }: Subject, said: Pick<Wanted, 'isWatched' | 'isAnew'>) {
    const wanted: Wanted = { cameraId, rendition, to: wire.instanceId, ...said }
    return wire.request(wantedSubject(hub.hubId), Buffer.from(JSON.stringify(wanted)), ANSWER_MS)
  }
  function obey(hub: RemoteHub, order: HubOrder) {
    if (order.type !== 'live-start' && order.type !== 'live-stop') return
    const { cameraId, rendition } = order
    const name = nameOf({ cameraId, rendition })
    if (order.type === 'live-stop') hub.wanted.delete(name)
    else if (!hub.wanted.has(name)) hub.wanted.set(name, { cameraId, rendition, stream: nextStream(), image: null })
    void say(hub, { cameraId, rendition }, { isWatched: order.type === 'live-start', isAnew: true })
    if (hub.wanted.size === 0) detach(hub.hubId)
  }
  /** Sixteen bits in the header, 0 among them for viewers alone. */
  function nextStream(): number {
    lastStream = (lastStream % 65_535) + 1
    return lastStream
  }
  function renewLater(hub: RemoteHub) {
    hub.cancelRenewal = clock.after(RENEW_MS, async () => {
      const answers = await Promise.all(
        [...hub.wanted.values()].map((subject) => say(hub, subject, { isWatched: true })),
      )
      if (hubs.get(hub.hubId) !== hub) return
      const isReached = answers.every((answer) => answer !== null)
      if (isReached !== hub.isReached) {
        hub.isReached = isReached
        if (isReached) relay.hubConnected(hub)
        else relay.hubLost(hub)
      }
      renewLater(hub)
    })
  }
  function detach(hubId: string) {
    const hub = hubs.get(hubId)
    if (!hub) return
    hubs.delete(hubId)
    hub.cancelRenewal()
    for (const subject of hub.wanted.values()) void say(hub, subject, { isWatched: false })
    relay.hubLost(hub)
  }
  function take({ hubId, notice, ...subject }: Sent, bytes: Uint8Array) {
    const hub = hubs.get(hubId)
    const wanted = hub?.wanted.get(nameOf(subject))
    if (!hub || !wanted) return
    if (notice?.type === 'ended') return endWith(hub, subject, notice.key)
    if (notice?.type === 'init') {
      const { type: _, ...image } = notice
      relay.noticed(hub, { type: 'live-init', ...subject, ...image, stream: wanted.stream })
    }
    if (notice) return
    new DataView(bytes.buffer, bytes.byteOffset).setUint16(2, wanted.stream)
    relay.received(hub, bytes)
  }
  function endWith(hub: RemoteHub, subject: Subject, key: EndKey) {
    hub.wanted.delete(nameOf(subject))
    relay.endCamera(subject.cameraId, key)
  }

  return {
    attach(hubId: string) {
      if (hubs.has(hubId)) return
      const hub: RemoteHub = {
        hubId,
        wanted: new Map(),
        isReached: true,
        cancelRenewal: () => {},
        send: (order) => obey(hub, order),
      }
      hubs.set(hubId, hub)
      relay.hubConnected(hub)
      renewLater(hub)
    },
    detach,
    stop() {
      offImages()
      for (const hubId of [...hubs.keys()]) detach(hubId)
    },
  }
}
