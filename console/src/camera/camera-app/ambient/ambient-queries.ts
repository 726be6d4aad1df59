/** What a camera's hub learned of its view, and a person's word about it. */
import type { AmbientChange } from '@mimamori/contract/camera/ambient/ambient-facts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/service/api.ts'
import { useCall } from '#lib/service/use-call.ts'

/** A hub concludes once a minute. */
const EVERY_MS = 60_000

const keyOf = (cameraId: string) => ['ambient', cameraId]

export function useAmbient(cameraId: string) {
  return useCall(keyOf(cameraId), 'ambient.get', { params: { cameraId } }, { staleTime: 0, refetchInterval: EVERY_MS })
}

export function useChangeAmbient(cameraId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: AmbientChange) => call('ambient.change', { params: { cameraId }, body }),
    onSuccess: (answer) => cache.setQueryData(keyOf(cameraId), answer),
  })
}
