/** Plays a recording's playlist in a video element. The player's code is downloaded when the first recording is opened. */
import type Hls from 'hls.js'
import { type RefObject, useEffect, useRef, useState } from 'react'

export type HlsState = 'loading' | 'slow' | 'ready' | 'failed'

/** Later than this the person is told to be patient. REC-03. */
const SLOW_MS = 2500

/**
 * `address` may be renewed: the video goes on, and what is loaded from then on is asked for with the new query.
 * `address` null: there is nothing to play. `startS`: where to begin, in seconds. `onTrouble`: something did not come, and is
 * tried again.
 */
export function useHls(
  video: RefObject<HTMLVideoElement | null>,
  id: string,
  address: string | null,
  startS: number,
  onTrouble: () => void,
): HlsState {
  const [state, setState] = useState<HlsState>('loading')
  const newest = useRef(address)
  const start = useRef(startS)
  const trouble = useRef(onTrouble)
  useEffect(() => {
    newest.current = address
    trouble.current = onTrouble
  }, [address, onTrouble])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another recording is another player
  useEffect(() => {
    const element = video.current
    if (!element || newest.current === null) return
    let player: Hls | null = null
    let isOver = false
    const slow = setTimeout(() => setState((now) => (now === 'loading' ? 'slow' : now)), SLOW_MS)
    const ready = () => setState('ready')
    const failed = () => !isOver && setState('failed')
    element.addEventListener('loadeddata', ready)
    load().catch(failed)
    return () => {
      isOver = true
      clearTimeout(slow)
      element.removeEventListener('loadeddata', ready)
      player?.destroy()
    }

    async function load() {
      const { default: Player } = await import('hls.js/light')
      if (isOver || !element) return
      if (!Player.isSupported()) {
        element.src = newest.current ?? ''
        element.addEventListener('error', failed, { once: true })
        return
      }
      player = new Player({
        // Workers from blobs are forbidden to our pages.
        enableWorker: false,
        startPosition: start.current,
        maxBufferLength: 60,
        backBufferLength: 120,
        xhrSetup: (request, url) => request.open('GET', withQueryOf(url, newest.current ?? ''), true),
      })
      player.on(Player.Events.ERROR, (_event, { type, fatal }) => {
        if (type === Player.ErrorTypes.NETWORK_ERROR) trouble.current()
        if (fatal) failed()
      })
      player.loadSource(newest.current ?? '')
      player.attachMedia(element)
    }
  }, [id])
  return state
}

function withQueryOf(url: string, address: string): string {
  return `${url.split('?')[0]}?${address.split('?')[1] ?? ''}`
}
