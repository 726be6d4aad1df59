/** Both sides of hubs at other instances, for hub.routes.ts; without a wire there is only this instance. */
import type { HubNotice, HubOrder } from '@mimamori/contract/fleet/hub.ts'
import type { Wire } from '#platform/messaging/wire.ts'
import type { FindLine, HubLine, HubListener, HubSockets } from '../hub.sockets.ts'
import { createRemoteLines } from './remote.lines.ts'
import { createRemoteOwner } from './remote.owner.ts'

export type RemoteHubs = {
  find: FindLine
  send(hubId: string, order: HubOrder): void
  cut(hubId: string): void
  /** The listener of this instance's sockets, which first serves the other instances. */
  serving(listener: HubListener): HubListener
  stop(): void
}

type Ears = {
  noticed(line: HubLine, notice: HubNotice): void
  received(line: HubLine, message: Uint8Array): void
  hubLost(line: HubLine): void
}

/** `sockets` is called at each use, because it is created later. */
export function createRemoteHubs(wire: Wire | null, sockets: () => HubSockets, ears: Ears): RemoteHubs {
  if (!wire) {
    const nothing = () => {}
    return { find: () => undefined, send: nothing, cut: nothing, serving: (listener) => listener, stop: nothing }
  }
  const lines = createRemoteLines(wire, ears)
  const owner = createRemoteOwner({
    wire,
    cut: (hubId) => sockets().cut(hubId),
    replace: (hubId) => sockets().replace(hubId),
  })
  return {
    find: lines.find,
    send: lines.send,
    cut: (hubId) => lines.send(hubId, { type: 'cut' }),
    serving: (listener) => ({
      hubConnected(line) {
        owner.hubConnected(line)
        listener.hubConnected(line)
      },
      hubLost(line) {
        owner.hubLost(line)
        listener.hubLost(line)
      },
      noticed(line, notice) {
        if (!owner.noticed(line, notice)) listener.noticed(line, notice)
      },
      received(line, message) {
        if (!owner.received(line, message)) listener.received(line, message)
      },
    }),
    stop: lines.stop,
  }
}
