/** The live picture of one camera as React state: opens a ticket, plays, reopens by itself, says how old the picture is. */
import { type RefObject, useCallback, useEffect, useState } from 'react'
import { ApiError, call } from '#lib/api.ts'
import { type EndKey, openLiveSource } from './live-source.ts'

export type LiveState =
  /** No picture yet; `waiting` once the hub was asked. */
  | { phase: 'opening' | 'waiting' }
  | { phase: 'playing' }
  /** Pictures stopped coming; the last one stays, with its time on it, never shown as live. LIVE-02. */
  | { phase: 'stalled' }
  /** Over for good until the user goes on. */
  | { phase: 'ended'; key: EndKey | 'live-disabled' | 'not-found' | 'forbidden' }

export type Live = {
  state: LiveState
  /** When the newest picture was taken; null before the first. */
  capturedAtMs: number | null
  /** When the site's minutes run out; null: they do not. */
  endsAtMs: number | null
  /** Opens a new, audited session. LIVE-01. */
  goOn: () => void
}

/** Longer without a picture than this, it is not live any more. */
const STALLED_AFTER_MS = 2500
const REOPEN_AFTER_MS = [300, 1000, 2000, 5000]
const FINAL = ['live-disabled', 'not-found', 'forbidden'] as const

/** Runs while the component is mounted and `isActive`. */
export function useLive(cameraId: string, video: RefObject<HTMLVideoElement | null>, isActive = true): Live {
  const [state, setState] = useState<LiveState>({ phase: 'opening' })
  const [capturedAtMs, setCapturedAt] = useState<number | null>(null)
  const [endsAtMs, setEndsAt] = useState<number | null>(null)
  const [round, setRound] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is a new session on purpose
  useEffect(() => {
    const element = video.current
    if (!element || !isActive) return
    setState({ phase: 'opening' })
    return keepLive(cameraId, element, { onState: setState, onPicture: setCapturedAt, onEndsAt: setEndsAt })
  }, [cameraId, video, isActive, round])

  const goOn = useCallback(() => setRound((last) => last + 1), [])
  return { state, capturedAtMs, endsAtMs, goOn }
}

type Reports = {
  onState: (state: LiveState) => void
  onPicture: (capturedAtMs: number) => void
  onEndsAt: (atMs: number | null) => void
}

/** Reopens until the answered function is called or the service ends the view for good. */
function keepLive(cameraId: string, video: HTMLVideoElement, reports: Reports): () => void {
  const ending = new AbortController()
  let closeSource: (() => void) | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0

  const stalled = () => reports.onState({ phase: 'stalled' })
  const reopen = () => {
    stalled()
    clearTimeout(timer)
    if (ending.signal.aborted) return
    timer = setTimeout(open, REOPEN_AFTER_MS[Math.min(failures++, REOPEN_AFTER_MS.length - 1)])
  }
  const end = (key: Extract<LiveState, { phase: 'ended' }>['key']) => {
    clearTimeout(timer)
    reports.onState({ phase: 'ended', key })
  }
  const picture = (capturedAtMs: number) => {
    failures = 0
    clearTimeout(timer)
    timer = setTimeout(stalled, STALLED_AFTER_MS)
    reports.onPicture(capturedAtMs)
    reports.onState({ phase: 'playing' })
  }
  const open = async () => {
    const ticket = await call('live.open', { params: { cameraId } }, ending.signal).catch((fault: unknown) => fault)
    if (ending.signal.aborted) return
    if (!isTicket(ticket)) {
      const key = ticket instanceof ApiError ? FINAL.find((final) => final === ticket.key) : undefined
      if (key) return end(key)
      return reopen()
    }
    reports.onEndsAt(ticket.endsAfterSeconds === null ? null : Date.now() + ticket.endsAfterSeconds * 1000)
    closeSource = openLiveSource(video, socketUrl(ticket.ticket), {
      onWaiting: () => reports.onState({ phase: 'waiting' }),
      onPicture: picture,
      // A hub or camera that is away may be back any second; everything else is a decision.
      onEnd: (key) => (key === 'hub-offline' || key === 'camera-unreachable' ? reopen() : end(key)),
      onLost: reopen,
    })
  }
  void open()
  return () => {
    ending.abort()
    clearTimeout(timer)
    closeSource?.()
  }
}

function isTicket(answer: unknown): answer is { ticket: string; endsAfterSeconds: number | null } {
  return typeof answer === 'object' && answer !== null && 'ticket' in answer
}

function socketUrl(ticket: string): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  return `${scheme}://${location.host}/api/live/socket?ticket=${encodeURIComponent(ticket)}`
}
