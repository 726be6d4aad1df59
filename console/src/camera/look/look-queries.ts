/** Where a camera that turns looks now, and the presses that turn it. Requirement REAL-09. */

import type { HubError } from '@mimamori/contract/camera/hub-request.ts'
import type { CameraLook } from '@mimamori/contract/camera/look/look-state.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/service/api.ts'

/** While it looks elsewhere; somebody else may have turned it, too. */
const AWAY_MS = 3_000
const HOME_MS = 30_000

/** `behindMs`: the browser's clock minus the service's. */
export type Look = { look: CameraLook | null; error: HubError | null; behindMs: number }

export function useLook(cameraId: string) {
  return useQuery({
    queryKey: keyOf(cameraId),
    queryFn: async ({ signal }) => toLook(await call('cameraLook.get', { params: { cameraId } }, signal)),
    refetchInterval: ({ state }) => (state.data?.look?.away ? AWAY_MS : HOME_MS),
    // A hub that is away or busy is asked again by itself.
    retry: false,
  })
}

/** Goes to a stored view; null: returns. */
export function useTurn(cameraId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (preset: string | null) => {
      const params = { cameraId }
      const answer =
        preset === null
          ? await call('cameraLook.return', { params })
          : await call('cameraLook.go', { params, body: { preset } })
      return toLook(answer)
    },
    onSuccess: (answer) => answer.look && cache.setQueryData(keyOf(cameraId), answer),
    onSettled: () => cache.invalidateQueries({ queryKey: keyOf(cameraId) }),
  })
}

const keyOf = (cameraId: string) => ['camera-look', cameraId]

function toLook({ now, ...answer }: { look: CameraLook | null; error: HubError | null; now: string }): Look {
  return { ...answer, behindMs: Date.now() - Date.parse(now) }
}
