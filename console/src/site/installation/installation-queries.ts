/** The installation and its backups. Keys start with 'installation'. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/service/api.ts'
import { useCall } from '#lib/service/use-call.ts'

/** A backup ends while somebody waits for it. */
const LOOK_AGAIN_MS = 5_000

export function useInstallation() {
  return useCall(['installation'], 'installation.get', {}, { refetchInterval: LOOK_AGAIN_MS })
}

export function useBeginBackup() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (what: 'backup' | 'drill') => call('installation.backup', { body: { what } }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['installation'] }),
  })
}
