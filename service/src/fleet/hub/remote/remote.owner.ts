/**
 * Serves other instances on behalf of a hub's socket: forwards their orders to the hub, and the hub's responses to the
 * requesting instance. Video has its own path, footage/live/live.remote.ts.
 */
import type { HubNotice, HubOrder } from '@mimamori/contract/fleet/hub.ts'
import { readSegmentHeader } from '@mimamori/contract/footage/segment-header.ts'
import type { Unsubscribe } from '#platform/messaging/bus.ts'
import type { Wire, WireMessage } from '#platform/messaging/wire.ts'
import type { HubLine } from '../hub.sockets.ts'
import { type FromHub, fromHubSubject, hereSubject, ordersSubject, takenSubject } from './remote.subjects.ts'

/**
 * Pending requests and segments of one hub for other instances. The oldest is dropped: nobody waits for it any more.
 */
const ASKED_MAX = 256

type Owned = {
  line: HubLine
  /** Id of a request or of a segment that is read -> the instance that waits for it. */
  asked: Map<string, string>
  unsubscribe: Unsubscribe
}

/** A hub that never responds must not fill the memory, nor block later requests. */
function remember(asked: Map<string, string>, id: string, from: string): void {
  if (asked.size >= ASKED_MAX) asked.delete(asked.keys().next().value!)
  asked.set(id, from)
}

export type RemoteOwner = {
  hubConnected(line: HubLine): void
  hubLost(line: HubLine): void
  /** Whether the notice was for another instance. */
  noticed(line: HubLine, notice: HubNotice): boolean
  /** Whether the message was a part of a segment that another instance reads. */
  received(line: HubLine, message: Uint8Array): boolean
}

type Parts = {
  wire: Wire
  /** Closes the socket of a hub here as revoked. */
  cut: (hubId: string) => void
  /** Closes the socket of a hub here because the hub has a newer one elsewhere. */
  replace: (hubId: string) => void
}

/** Creates the owner's side. Orders for a hub without a socket here are ignored. */
export function createRemoteOwner({ wire, cut, replace }: Parts): RemoteOwner {
  const owned = new Map<string, Owned>()

  function reply(to: string, hubId: string, sent: FromHub, bytes: Uint8Array = new Uint8Array()) {
    wire.publish(fromHubSubject(to), bytes, JSON.stringify({ hubId, ...sent }))
  }
  function obey({ line, asked }: Owned, { from, about }: WireMessage) {
    const order = JSON.parse(about) as HubOrder | { type: 'cut' }
    if (order.type === 'cut') return cut(line.hubId)
    const id = order.type === 'ask' ? order.askId : order.type === 'segment-read' ? order.readId : null
    if (id !== null) remember(asked, id, from)
    if (order.type === 'segment-stop') asked.delete(order.readId)
    line.send(order)
  }

  return {
    hubConnected(line) {
      const { hubId } = line
      const own: Owned = { line, asked: new Map(), unsubscribe: () => {} }
      const unsubscribes = [
        wire.subscribe(ordersSubject(hubId), (message) => obey(own, message)),
        wire.subscribe(hereSubject(hubId), ({ respond }) => respond(Buffer.from(line.hub.tenantId))),
        wire.subscribe(takenSubject(hubId), () => replace(hubId)),
      ]
      own.unsubscribe = () => {
        for (const unsubscribe of unsubscribes) unsubscribe()
      }
      owned.get(hubId)?.unsubscribe()
      owned.set(hubId, own)
      wire.publish(takenSubject(hubId), new Uint8Array())
    },
    hubLost(line) {
      const own = owned.get(line.hubId)
      if (own?.line !== line) return
      own.unsubscribe()
      owned.delete(line.hubId)
      for (const to of new Set(own.asked.values())) reply(to, line.hubId, { type: 'lost' })
    },
    noticed(line, notice) {
      const own = owned.get(line.hubId)
      const id = notice.type === 'answer' ? notice.askId : notice.type === 'segment-ended' ? notice.readId : null
      const to = id === null || own?.line !== line ? undefined : own.asked.get(id)
      if (!to) return false
      own!.asked.delete(id!)
      reply(to, line.hubId, { type: 'notice', notice: notice as (FromHub & { type: 'notice' })['notice'] })
      return true
    },
    received(line, message) {
      const id = readSegmentHeader(message)
      const own = owned.get(line.hubId)
      const to = id === null || own?.line !== line ? undefined : own.asked.get(id)
      if (!to) return false
      reply(to, line.hubId, { type: 'segment' }, message)
      return true
    },
  }
}
