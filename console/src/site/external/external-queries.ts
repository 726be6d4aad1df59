/** Reads and changes of external systems, one hook each. Keys start with 'external'; what hangs on a camera, with 'camera'. */
import type { ExternalRun } from '@mimamori/contract/site/external.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/service/api.ts'
import { useCall } from '#lib/service/use-call.ts'
import { useErrorText } from '#lib/service/use-error-text.ts'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'

const LOOK_AGAIN_MS = 1_000

export function useExternal(tenantId: string) {
  return useCall(['external', 'site', tenantId], 'external.get', { params: { id: tenantId } })
}

export function useExternalOfCamera(cameraId: string) {
  return useCall(['camera', 'external', cameraId], 'external.ofCamera', { params: { id: cameraId } })
}

export function useDryRun(tenantId: string) {
  const errorText = useErrorText()
  return useMutation({
    mutationFn: () => call('external.dryRun', { params: { id: tenantId } }),
    onError: (error) => notifyError(errorText(error)),
  })
}

function isOver(run: ExternalRun | undefined): boolean {
  return run?.state === 'done' || run?.state === 'failed'
}

/** Begins a sync and follows it until it is over; `run` is the one that was begun here. */
export function useSync(begin: () => Promise<ExternalRun>) {
  const { t } = useTranslation('external')
  const cache = useQueryClient()
  const errorText = useErrorText()
  const [begun, setBegun] = useState<ExternalRun>()
  const mutation = useMutation({
    mutationFn: begin,
    onSuccess: setBegun,
    onError: (error) => notifyError(errorText(error)),
  })
  const begunId = begun?.id
  const { data: run = begun } = useCall(
    ['external', 'run', begunId],
    'external.run',
    { params: { id: begunId! } },
    { enabled: begun !== undefined, refetchInterval: ({ state }) => (isOver(state.data) ? false : LOOK_AGAIN_MS) },
  )
  const state = run?.state
  useEffect(() => {
    if (state !== 'done' && state !== 'failed') return
    if (state === 'done') notifySuccess(t('completed'))
    void cache.invalidateQueries({ queryKey: ['external', 'site'] })
    void cache.invalidateQueries({ queryKey: ['camera', 'external'] })
  }, [state, cache, t])
  return { start: () => mutation.mutate(), run, isBusy: mutation.isPending || (run !== undefined && !isOver(run)) }
}
