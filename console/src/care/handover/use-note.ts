/** A note that is saved while somebody types, and never over what somebody else has written meanwhile. HANDOVER-01. */
import type { HandoverNote } from '@mimamori/contract/care/handover.ts'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#lib/service/api.ts'
import { readNote, type SheetKey, saveNote } from './handover-queries.ts'

const PAUSE_MS = 800

export type NoteState = 'idle' | 'saving' | 'saved' | 'failed' | 'conflict'
type Options = { sheet: SheetKey; cameraId: string | null; note: HandoverNote; byUserId?: string | undefined }

export function useNote({ sheet, cameraId, note, byUserId }: Options) {
  const [text, setText] = useState(note.text)
  const [state, setState] = useState<NoteState>('idle')
  const [theirs, setTheirs] = useState<HandoverNote | null>(null)
  /** What the service has, as far as this page knows. */
  const known = useRef(note)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const newest = useRef(text)
  const isSaving = useRef(false)

  // A colleague's note comes with the sheet, as long as nobody types here.
  useEffect(() => {
    if (note.version <= known.current.version || newest.current !== known.current.text) return
    known.current = note
    newest.current = note.text
    setText(note.text)
  }, [note])

  const save = async () => {
    if (timer.current) clearTimeout(timer.current)
    timer.current = null
    if (isSaving.current || newest.current === known.current.text) return
    isSaving.current = true
    setState('saving')
    const sent = newest.current
    try {
      known.current = await saveNote(sheet, { cameraId, text: sent, version: known.current.version, byUserId })
      setTheirs(null)
      setState('saved')
    } catch (error) {
      const isConflict = error instanceof ApiError && error.key === 'conflict'
      const other = isConflict ? await readNote(sheet, cameraId).catch(() => null) : null
      setTheirs(other)
      setState(other ? 'conflict' : 'failed')
    } finally {
      isSaving.current = false
    }
    if (newest.current !== sent && known.current.text === sent) plan()
  }
  const saveNewest = useRef(save)
  useEffect(() => {
    saveNewest.current = save
  })
  const plan = () => {
    if (timer.current) clearTimeout(timer.current)
    timer.current = setTimeout(() => void saveNewest.current(), PAUSE_MS)
  }
  // Who leaves the page has written it.
  useEffect(() => () => void saveNewest.current(), [])

  const write = (next: string) => {
    newest.current = next
    setText(next)
    if (!theirs) plan()
  }
  const settle = (next: string) => {
    if (!theirs) return
    known.current = theirs
    setTheirs(null)
    newest.current = next
    setText(next)
    setState('idle')
    void save()
  }
  return {
    ...{ text, state, theirs, saved: known.current, write, save },
    keepBoth: () => settle([theirs?.text, newest.current].filter(Boolean).join('\n')),
    takeTheirs: () => settle(theirs?.text ?? ''),
  }
}
