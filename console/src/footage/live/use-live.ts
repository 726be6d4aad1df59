/** The live view of one camera as React state. */
import type { PeopleLook } from '@mimamori/contract/camera/camera-fields.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { keepLive, type LiveState } from './keep-live.ts'
import type { PlayedAs } from './live-source.ts'
import type { Viewing } from './live-viewing.ts'

export type Live = {
  state: LiveState
  /** When the latest image was taken, by the hub's clock; null before the first. */
  capturedAtMs: number | null
  /** When it was seen here, by this browser's clock: its age. */
  seenAtMs: number | null
  /** How people look in it. */
  people: PeopleLook
  /** `frames` and `snapshots` are drawn on the canvas, because the browser cannot stream into the video. */
  playedAs: PlayedAs
  video: RefObject<HTMLVideoElement | null>
  canvas: RefObject<HTMLCanvasElement | null>
}

type Image = { capturedAtMs: number; seenAtMs: number }

/** Runs while the component is mounted and `isActive`. `small`: for a tile. */
export function useLive(
  cameraId: string,
  { id: viewingId, continues, endsAt }: Viewing,
  { isActive, small = false }: { isActive: boolean; small?: boolean },
): Live {
  const video = useRef<HTMLVideoElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [playedAs, setPlayedAs] = useState<PlayedAs>('stream')
  const [state, setState] = useState<LiveState>({ phase: 'opening' })
  const [image, setImage] = useState<Image | null>(null)
  const [people, setPeople] = useState<PeopleLook>('clear')

  const cache = useQueryClient()
  const isOff = state.phase === 'ended' && (state.key === 'live-off' || state.key === 'live-disabled')
  useEffect(() => {
    if (!isOff) return
    // Pages say since when and what to do; a check-in ends.
    for (const key of ['camera', 'check-in']) void cache.invalidateQueries({ queryKey: [key] })
  }, [isOff, cache])
  useEffect(() => {
    if (!video.current || !canvas.current) return
    if (!isActive) {
      setState({ phase: 'resting' })
      return
    }
    setState({ phase: 'opening' })
    return keepLive(
      { cameraId, viewingId, continues, small },
      { video: video.current, canvas: canvas.current },
      {
        onPlayedAs: setPlayedAs,
        onState: setState,
        onImage: (capturedAtMs) => setImage({ capturedAtMs, seenAtMs: Date.now() }),
        onEndsAt: endsAt,
        onPeople: setPeople,
      },
    )
  }, [cameraId, viewingId, continues, endsAt, isActive, small])

  return {
    state,
    capturedAtMs: image?.capturedAtMs ?? null,
    seenAtMs: image?.seenAtMs ?? null,
    people,
    playedAs,
    video,
    canvas,
  }
}
