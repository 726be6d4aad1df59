/** One camera's live stream to any number of viewers: init segment, current group of images, viewers. */
import type { LiveNotice } from '@mimamori/contract/footage/live.ts'
import { LIVE_HEADER_BYTES, readLiveHeader } from '@mimamori/contract/footage/live-header.ts'

/** What the channel needs of a viewer's socket. */
export type ViewerSocket = {
  send(data: string | Uint8Array): void
  /** Bytes that were sent and have not left this machine. */
  readonly bufferedAmount: number
}

export type Image = { codec: string; width: number; height: number }

/** A viewer with a larger backlog gets nothing until it caught up; then it continues at a key frame. */
export const VIEWER_BACKLOG_BYTES = 1024 * 1024
/** A group of images larger than this is not retained for newcomers, who then wait for the next key frame. */
const GROUP_BYTES_MAX = 8 * 1024 * 1024

type Viewer = { socket: ViewerSocket; isFollowing: boolean }

export class LiveChannel {
  readonly #viewers = new Map<ViewerSocket, Viewer>()
  #image: Image | null = null
  #initSegment: Uint8Array | null = null
  /** The messages since the last key frame, that one first. */
  #group: Uint8Array[] = []
  #groupBytes = 0

  get viewerCount(): number {
    return this.#viewers.size
  }

  /** Whether the stream is running, so that a new viewer sees it at once. */
  get isRunning(): boolean {
    return this.#initSegment !== null
  }

  /** The newcomer gets what there is at once: the init segment and every frame since the last key frame. */
  add(socket: ViewerSocket): void {
    const viewer = { socket, isFollowing: false }
    this.#viewers.set(socket, viewer)
    if (!this.#image || !this.#initSegment) {
      notify(socket, { type: 'waiting' })
      return
    }
    this.#sendInit(viewer)
    if (this.#group.length === 0) return
    for (const message of this.#group) socket.send(message)
    viewer.isFollowing = true
  }

  remove(socket: ViewerSocket): void {
    this.#viewers.delete(socket)
  }

  /** The hub announced a (new) image; its init segment follows as a binary message. */
  announce(image: Image): void {
    this.#image = image
    this.#initSegment = null
    this.#dropGroup()
    for (const viewer of this.#viewers.values()) viewer.isFollowing = false
  }

  /** A binary message of the hub, header and bytes. It is retained and must not be changed afterwards by the caller. */
  push(message: Uint8Array): void {
    const header = readLiveHeader(message)
    // Snapshots have an empty init segment.
    const isEmpty = message.byteLength === LIVE_HEADER_BYTES && !header?.isInit
    if (!header || isEmpty || !this.#image) return
    // Viewers watch one stream each, numbered 0: clearing the two bytes here saves a copy per viewer.
    message[2] = 0
    message[3] = 0
    if (header.isInit) {
      this.#initSegment = message
      this.#dropGroup()
      for (const viewer of this.#viewers.values()) this.#sendInit(viewer)
    } else if (this.#initSegment) {
      this.#keep(message, header.isKey)
      for (const viewer of this.#viewers.values()) this.#deliver(viewer, message, header.isKey)
    }
  }

  /** The stream has stopped: viewers wait, including new ones. */
  halt(): void {
    this.#image = null
    this.#initSegment = null
    this.#dropGroup()
    for (const { socket } of this.#viewers.values()) notify(socket, { type: 'waiting' })
  }

  viewers(): ViewerSocket[] {
    return [...this.#viewers.keys()]
  }

  #sendInit(viewer: Viewer): void {
    notify(viewer.socket, { type: 'init', ...this.#image! })
    viewer.socket.send(this.#initSegment!)
    viewer.isFollowing = false
  }

  #deliver(viewer: Viewer, message: Uint8Array, isKey: boolean): void {
    const isBehind = viewer.socket.bufferedAmount > VIEWER_BACKLOG_BYTES
    if (isBehind) viewer.isFollowing = false
    else if (isKey) viewer.isFollowing = true
    if (viewer.isFollowing) viewer.socket.send(message)
  }

  #keep(message: Uint8Array, isKey: boolean): void {
    if (isKey) this.#dropGroup()
    else if (this.#group.length === 0) return
    this.#group.push(message)
    this.#groupBytes += message.byteLength
    if (this.#groupBytes > GROUP_BYTES_MAX) this.#dropGroup()
  }

  #dropGroup(): void {
    this.#group = []
    this.#groupBytes = 0
  }
}

/** Sends a text message to a viewer. */
export function notify(socket: ViewerSocket, notice: LiveNotice): void {
  socket.send(JSON.stringify(notice))
}
