/** The live streams of this instance: watched cameras, requests to their hubs, and the end of viewings. */
import type { HubOrder, LiveHubNotice } from '@mimamori/contract/fleet/hub.ts'
import { LIVE_RENDITIONS, type LiveNotice, type LiveRendition } from '@mimamori/contract/footage/live.ts'
import { readLiveHeader } from '@mimamori/contract/footage/live-header.ts'
import type { Cancel, Clock } from '#platform/clock.ts'
import { LiveChannel, notify, type ViewerSocket } from './live.channel.ts'

/** The hub continues this long after the last viewer left, for users who only change the page. */
const LINGER_MS = 5_000
/** No image within this time: the camera cannot be reached. A lost hub gets as long to come back. */
const PATIENCE_MS = 10_000

export type EndKey = Extract<LiveNotice, { type: 'ended' }>['key']
export type LiveViewer = ViewerSocket & { close(code: number, reason: string): void }

/** A hub's socket: orders go there, notices and frames come from it. */
export type LiveHub = {
  readonly hubId: string
  send(order: HubOrder): void
}

/** What a viewer watches. Renditions never share a channel: a viewer restricted to the blurred one gets no other. CAM-09. */
type LiveSubject = { cameraId: string; hubId: string; rendition: LiveRendition }

export type LiveRelay = {
  /** Adds a viewer of a camera that `hubId` watches; the returned function removes it again. */
  watch(of: LiveSubject, viewer: LiveViewer): () => void
  /** Sends a viewer the reason for the end, and closes its socket. */
  end(viewer: LiveViewer, key: EndKey): void
  /** Ends a camera's image for all of its viewers, in every rendition; its hub stops sending at once. */
  endCamera(cameraId: string, key: EndKey): void
  /** Whether somebody watches, or did a moment ago, a camera of the hub. */
  isWatched(hubId: string): boolean
  hubConnected(hub: LiveHub): void
  /** Ignored when the hub has another socket by now. */
  hubLost(hub: LiveHub): void
  /** Ignored for cameras that nobody watches, or that belong to another hub: `watch` defines the hub. */
  noticed(hub: LiveHub, notice: LiveHubNotice): void
  /** A binary message of the hub, see live-header.ts. */
  received(hub: LiveHub, message: Uint8Array): void
}

type Watched = LiveSubject & {
  channel: LiveChannel
  /** Ends the wait for an image, or the time after the last viewer. */
  cancelTimer: Cancel | null
}

/** Creates the relay of what hubs send to this instance. `live.remote.ts` joins it with those of other instances. */
export function createLiveRelay(clock: Clock): LiveRelay {
  const watched = new Map<string, Watched>()
  const hubs = new Map<string, LiveHub>()
  /** By hub: which stream (see `nameOf`) a stream number in the header denotes. */
  const streams = new WeakMap<LiveHub, Map<number, string>>()

  function end(viewer: LiveViewer, key: EndKey) {
    notify(viewer, { type: 'ended', key })
    viewer.close(1000, key)
  }
  function endAll(camera: Watched, key: EndKey) {
    for (const viewer of camera.channel.viewers()) {
      camera.channel.remove(viewer)
      end(viewer as LiveViewer, key)
    }
    forget(camera)
  }
  function forget(camera: Watched) {
    camera.cancelTimer?.()
    watched.delete(nameOf(camera))
    hubs.get(camera.hubId)?.send({ type: 'live-stop', cameraId: camera.cameraId, rendition: camera.rendition })
  }
  function setTimer(camera: Watched, delayMs: number, work: () => void) {
    camera.cancelTimer?.()
    camera.cancelTimer = clock.after(delayMs, () => {
      camera.cancelTimer = null
      work()
    })
  }
  function clearTimer(camera: Watched) {
    camera.cancelTimer?.()
    camera.cancelTimer = null
  }
  function ask(camera: Watched) {
    hubs.get(camera.hubId)?.send({ type: 'live-start', cameraId: camera.cameraId, rendition: camera.rendition })
    setTimer(camera, PATIENCE_MS, () => endAll(camera, hubs.has(camera.hubId) ? 'camera-unreachable' : 'hub-offline'))
  }
  function start(of: LiveSubject): Watched {
    const camera: Watched = { ...of, channel: new LiveChannel(), cancelTimer: null }
    watched.set(nameOf(of), camera)
    ask(camera)
    return camera
  }
  function leave(camera: Watched, viewer: LiveViewer) {
    camera.channel.remove(viewer)
    if (camera.channel.viewerCount > 0 || watched.get(nameOf(camera)) !== camera) return
    setTimer(camera, LINGER_MS, () => forget(camera))
  }

  return {
    end,
    endCamera(cameraId, key) {
      for (const rendition of LIVE_RENDITIONS) {
        const camera = watched.get(nameOf({ cameraId, rendition }))
        if (camera) endAll(camera, key)
      }
    },
    watch(of, viewer) {
      const known = watched.get(nameOf(of))
      // The camera was given to another hub meanwhile.
      if (known && known.hubId !== of.hubId) endAll(known, 'hub-offline')
      const before = watched.get(nameOf(of))
      const camera = before ?? start(of)
      if (before?.channel.isRunning) clearTimer(before)
      else if (before && before.channel.viewerCount === 0) ask(before)
      camera.channel.add(viewer)
      return () => leave(camera, viewer)
    },
    isWatched: (hubId) => [...watched.values()].some((camera) => camera.hubId === hubId),
    hubConnected(hub) {
      hubs.set(hub.hubId, hub)
      streams.set(hub, new Map())
      for (const camera of watched.values()) if (camera.hubId === hub.hubId) ask(camera)
    },
    hubLost(hub) {
      if (hubs.get(hub.hubId) !== hub) return
      hubs.delete(hub.hubId)
      for (const camera of watched.values()) {
        if (camera.hubId !== hub.hubId) continue
        camera.channel.halt()
        setTimer(camera, PATIENCE_MS, () => endAll(camera, 'hub-offline'))
      }
    },
    noticed(hub, notice) {
      const ofHub = (name: string) => {
        const camera = watched.get(name)
        return camera?.hubId === hub.hubId && hubs.get(hub.hubId) === hub ? camera : undefined
      }
      if (notice.type === 'live-ended') {
        for (const rendition of LIVE_RENDITIONS) {
          const camera = ofHub(nameOf({ ...notice, rendition }))
          if (camera) endAll(camera, 'camera-unreachable')
        }
        return
      }
      const camera = ofHub(nameOf(notice))
      if (!camera) return
      streams.get(hub)!.set(notice.stream, nameOf(notice))
      camera.channel.announce({ codec: notice.codec, width: notice.width, height: notice.height })
    },
    received(hub, message) {
      const header = readLiveHeader(message)
      const name = header && streams.get(hub)?.get(header.stream)
      const camera = name ? watched.get(name) : undefined
      if (!camera || camera.hubId !== hub.hubId || hubs.get(hub.hubId) !== hub) return
      camera.channel.push(message)
      if (header!.isInit && camera.channel.viewerCount > 0) clearTimer(camera)
    },
  }
}

function nameOf({ cameraId, rendition }: Pick<LiveSubject, 'cameraId' | 'rendition'>): string {
  return `${rendition} ${cameraId}`
}
