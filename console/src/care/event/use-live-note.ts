/** The note of a running check-in, saved while it is typed: saves in order, and saves the rest when the user leaves. */
import type { CheckIn } from '@mimamori/contract/care/event.ts'
import { useEffect, useRef, useState } from 'react'
import { useDebounced } from '#lib/list/paced.ts'
import { call } from '#lib/service/api.ts'
import { useErrorText } from '#lib/service/use-error-text.ts'

const PAUSE_MS = 800

export type LiveNote = {
  text: string
  change: (text: string) => void
  state: 'idle' | 'saving' | 'saved' | 'failed'
  error: string | null
  /** Saves unsaved changes. Throws the service's errors. */
  flush: () => Promise<void>
}

export function useLiveNote({ id, note, noteVersion }: CheckIn): LiveNote {
  const errorText = useErrorText()
  const [text, setText] = useState(note)
  const [state, setState] = useState<LiveNote['state']>('idle')
  const [problem, setProblem] = useState<string | null>(null)
  const stored = useRef({ text: note.trim(), version: noteVersion })
  const newest = useRef(note)
  const running = useRef<Promise<void>>(Promise.resolve())
  const debounced = useDebounced(text, PAUSE_MS)

  const flush = () => {
    // One after the other: each request names the version that the previous one created.
    const next = running.current.then(async () => {
      const wanted = newest.current.trim()
      if (wanted === stored.current.text) return
      setState('saving')
      const body = { note: wanted, version: stored.current.version }
      const saved = await call('event.note', { params: { id }, body })
      stored.current = { text: wanted, version: saved.noteVersion }
      setProblem(null)
      setState('saved')
    })
    running.current = next.catch((error: unknown) => {
      setProblem(errorText(error))
      setState('failed')
    })
    return next
  }
  const flushNow = useRef(flush)
  flushNow.current = flush

  // biome-ignore lint/correctness/useExhaustiveDependencies: a pause in the typing saves, a new render does not
  useEffect(() => {
    flushNow.current().catch(() => undefined)
  }, [debounced])
  useEffect(() => () => void flushNow.current().catch(() => undefined), [])

  const change = (next: string) => {
    newest.current = next
    setText(next)
  }
  return { text, change, state, error: problem, flush: () => flushNow.current() }
}
