/** The sockets that hubs hold open, and heartbeats on them as the hub sends them. */
import { WebSocket } from 'ws'

type SocketHub = { hubId: string; token: string }
type Open = { socket: WebSocket; beats: number }

export type HubSockets = {
  /** Resolves when all are open. */
  opened: () => Promise<void>
  /** `body`: JSON. False: the hub's socket is not open, as while the service is away. */
  beat: (hubId: string, body: string) => boolean
  close: () => void
}

const TOGETHER = 25
const BETWEEN_MS = 25
const AGAIN_MS = { least: 500, most: 2_500 }

/** Opens one for each hub, and again whenever it is lost. `onTaken`: the service acknowledged a heartbeat of the hub. */
export function openHubSockets(url: string, hubs: readonly SocketHub[], onTaken: (hubId: string) => void): HubSockets {
  const open = new Map<string, Open>()
  const allOpen = Promise.withResolvers<void>()
  let isEnded = false

  function connect({ hubId, token }: SocketHub): void {
    if (isEnded) return
    const headers = { 'x-authtoken': token }
    // As hubs do where nothing lies between that reads along.
    const socket = new WebSocket(url, { headers, perMessageDeflate: false, generateMask: (mask) => mask.fill(0) })
    socket.on('open', () => {
      open.set(hubId, { socket, beats: 0 })
      if (open.size === hubs.length) allOpen.resolve()
    })
    socket.on('message', (data) => {
      if (String(data).includes('heartbeat-taken')) onTaken(hubId)
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      open.delete(hubId)
      const pauseMs = AGAIN_MS.least + Math.random() * (AGAIN_MS.most - AGAIN_MS.least)
      setTimeout(() => connect({ hubId, token }), pauseMs).unref()
    })
  }
  let begun = 0
  const opening = setInterval(() => {
    for (const hub of hubs.slice(begun, begun + TOGETHER)) connect(hub)
    begun += TOGETHER
    if (begun >= hubs.length) clearInterval(opening)
  }, BETWEEN_MS)

  return {
    opened: () => allOpen.promise,
    beat(hubId, body) {
      const line = open.get(hubId)
      if (!line) return false
      line.beats++
      line.socket.send(`{"type":"heartbeat","number":${line.beats},"body":${body}}`)
      return true
    },
    close() {
      isEnded = true
      clearInterval(opening)
      for (const { socket } of open.values()) socket.terminate()
    },
  }
}
