/** Queries and actions of walk tests. Keys start with 'walk-test' so that one call refreshes them all. Requirement REAL-11. */
import { WALK_STEP_S, type WalkStep } from '@mimamori/contract/camera/walk/walk-lists.ts'
import type { Point } from '@mimamori/contract/shared/geometry.ts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { saveBytes } from '#lib/browser/take-away.ts'
import { isId } from '#lib/list/list-search.ts'
import { ApiError, call, send } from '#lib/service/api.ts'
import { useCall } from '#lib/service/use-call.ts'

const EVERY_MS = 1000
/** Interval between steps, ms: fetches the frame, and shows the service that the phone is present. */
const WAITING_MS = 3000

export type Asked = { key: number; step: WalkStep; spot: Point | null }

export function useWalkRecords(cameraId?: string) {
  return useQuery({
    queryKey: ['walk-test', 'list', cameraId],
    // The address may contain any id; the page shows that the camera does not exist.
    queryFn: ({ signal }) =>
      cameraId === undefined || isId(cameraId)
        ? call('walkTest.list', { query: { cameraId } }, signal)
        : { records: [] },
  })
}

export function useWalkTest(id: string) {
  return useCall(['walk-test', 'one', id], 'walkTest.get', { params: { id } })
}

export function useStartWalk(cameraId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => call('walkTest.start', { params: { cameraId } }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['walk-test'] }),
  })
}

export function useFinishWalk(id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (isCertified: boolean) => call('walkTest.finish', { params: { id }, body: { isCertified } }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['walk-test'] }),
  })
}

type LookOptions = { isSkipped: boolean; isEnding: boolean }

/** `asked` null: only fetches the frame. The last answer within WALK_STEP_S counts. */
export function useLook(id: string, asked: Asked | null, { isSkipped, isEnding }: LookOptions) {
  const began = useRef({ key: -1, atMs: 0 })
  if (asked && began.current.key !== asked.key) began.current = { key: asked.key, atMs: Date.now() }
  return useQuery({
    queryKey: ['walk-look', id, asked?.key ?? null, isSkipped],
    queryFn: ({ signal }) => {
      const isLate = Date.now() - began.current.atMs >= WALK_STEP_S * 1000
      const mode = asked === null ? 'wait' : isSkipped ? 'skip' : isLate ? 'last' : 'watch'
      const body = { ...(asked ?? { key: 0, step: 'stand' as const, spot: null }), mode } as const
      return call('walkTest.look', { params: { id }, body }, signal)
    },
    enabled: !isEnding,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    // Another user's request for this camera came first.
    retry: (count, error) => count < 3 && error instanceof ApiError && error.status === 429,
    retryDelay: 400,
    refetchInterval: ({ state }) => {
      if (state.error instanceof ApiError && state.error.status === 409) return false
      return asked === null ? WAITING_MS : EVERY_MS
    },
  })
}

export function useCertificate(id: string) {
  return useMutation({
    mutationFn: async () => {
      const answer = await send('walkTest.pdf', { params: { id } })
      saveBytes(await answer.blob(), `walk-test-${id.slice(-6)}.pdf`)
    },
  })
}
