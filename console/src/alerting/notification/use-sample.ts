/** A test message on its way: requested, shown by the system, or received only in this window. */
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '#lib/service/api.ts'
import { onLiveEvent } from '#lib/service/stream.ts'
import { onSampleShown } from './push-window.ts'

/** `heard`: the live stream brought it, which says nothing of push messages. */
type SampleState = 'none' | 'waiting' | 'shown' | 'heard' | 'missing'

/** Longer than a push service needs when it works. */
const PATIENCE_MS = 20_000

export function useSample() {
  const [state, setState] = useState<SampleState>('none')
  const hasHeard = useRef(false)
  useEffect(() => onSampleShown(() => setState('shown')), [])
  useEffect(
    () =>
      onLiveEvent((event) => {
        if (event.type === 'notified' && event.cause === 'sample') hasHeard.current = true
      }),
    [],
  )
  useEffect(() => {
    if (state !== 'waiting') return
    const timer = setTimeout(() => setState(hasHeard.current ? 'heard' : 'missing'), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [state])
  const sending = useMutation({
    mutationFn: () => call('alert.sendSample'),
    // Before the answer: the message may be faster.
    onMutate: () => {
      hasHeard.current = false
      setState('waiting')
    },
    onError: () => setState('none'),
  })
  return { state, send: sending.mutate, isSending: sending.isPending, error: sending.error }
}
