/** Hubs whose sockets are at other instances: a line to each, which requests and reading use as they use a socket here. */
import type { Hub } from '#platform/context.ts'
import type { Unsubscribe } from '#platform/messaging/bus.ts'
import type { Wire, WireMessage } from '#platform/messaging/wire.ts'
import type { HubLine } from '../hub.sockets.ts'
import { type FromHub, fromHubSubject, hereSubject, ordersSubject } from './remote.subjects.ts'

/** Another instance responds within this time, or none has the hub. */
const HERE_MS = 1_000

/** Receivers of a hub's responses: requests and readers of segments. */
type Ears = {
  noticed(line: HubLine, notice: (FromHub & { type: 'notice' })['notice']): void
  received(line: HubLine, message: Uint8Array): void
  hubLost(line: HubLine): void
}

export type RemoteLines = {
  /**
   * A connection to the hub through another instance that has its socket; undefined if none has, or the bus is lost.
   */
  find(hubId: string): Promise<HubLine | undefined>
  /** Sends an order without a response; possibly no instance has the hub. */
  send(hubId: string, order: Parameters<HubLine['send']>[0] | { type: 'cut' }): void
  stop(): void
}

/** Creates the asking side. */
export function createRemoteLines(wire: Wire, ears: Ears): RemoteLines {
  const lines = new Map<string, HubLine>()
  const unsubscribes: Unsubscribe[] = [
    wire.subscribe(fromHubSubject(wire.instanceId), hear),
    // Pending requests and reads are lost and fail at once.
    wire.onLostChange((isLost) => {
      if (isLost) for (const line of [...lines.values()]) drop(line)
    }),
  ]

  function send(hubId: string, order: object) {
    wire.publish(ordersSubject(hubId), new Uint8Array(), JSON.stringify(order))
  }
  function drop(line: HubLine) {
    lines.delete(line.hubId)
    ears.hubLost(line)
  }
  function hear({ about, bytes }: WireMessage) {
    const sent = JSON.parse(about) as FromHub & { hubId: string }
    const line = lines.get(sent.hubId)
    if (!line) return
    if (sent.type === 'notice') ears.noticed(line, sent.notice)
    else if (sent.type === 'segment') ears.received(line, bytes)
    else drop(line)
  }

  return {
    async find(hubId) {
      const answer = await wire.request(hereSubject(hubId), new Uint8Array(), HERE_MS)
      if (!answer) {
        const known = lines.get(hubId)
        if (known) drop(known)
        return undefined
      }
      const known = lines.get(hubId)
      if (known) return known
      const hub: Hub = { id: hubId, tenantId: Buffer.from(answer).toString('utf8') }
      const line: HubLine = { hubId, hub, send: (order) => send(hubId, order) }
      lines.set(hubId, line)
      return line
    },
    send,
    stop() {
      for (const unsubscribe of unsubscribes) unsubscribe()
    },
  }
}
