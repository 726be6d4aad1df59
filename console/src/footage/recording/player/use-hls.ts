/** Plays a recording's playlist in a video element, and again where that failed. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type HlsState, playHls } from './hls-player.ts'

/**
 * `address` may be renewed: the video goes on. `address` null: there is nothing to play. `startS`: where to begin, in seconds.
 * `onProblem`: something did not come, and is tried again. `again` loads it anew, and goes on where it stopped.
 */
export function useHls(
  video: RefObject<HTMLVideoElement | null>,
  address: string | null,
  startS: number,
  onProblem: () => void,
): { state: HlsState; again: () => void } {
  const [state, setState] = useState<HlsState>('loading')
  const [attempt, setAttempt] = useState(0)
  const newest = useRef(address)
  const goOnAtS = useRef(startS)
  const problem = useRef(onProblem)
  const again = () => setAttempt((count) => count + 1)
  useEffect(() => {
    newest.current = address
    problem.current = onProblem
  }, [address, onProblem])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another player
  useEffect(() => {
    if (!video.current || newest.current === null) return
    const end = playHls(video.current, {
      address: () => newest.current ?? '',
      startS: goOnAtS.current,
      onState: setState,
      onProblem: () => problem.current(),
      onRunOut: again,
    })
    return () => {
      goOnAtS.current = end()
    }
  }, [attempt])
  return { state, again }
}
