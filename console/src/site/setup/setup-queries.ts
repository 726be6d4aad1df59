/** The state of the first setup, and its changes. Keys start with 'setup'. DOOR-01. */
import type { Setup, SetupHome } from '@mimamori/contract/site/setup.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/service/api.ts'
import { useCall } from '#lib/service/use-call.ts'
import { signIn } from '#lib/session/session.ts'

const KEY = ['setup']
/** A hub that starts, a colleague who answers an invitation: somebody waits for it. */
const LOOK_AGAIN_MS = 2_000

export function useSetup() {
  return useCall(
    KEY,
    'setup.get',
    {},
    { staleTime: 0, refetchInterval: ({ state: { data } }) => (data?.isOver ? false : LOOK_AGAIN_MS) },
  )
}

export function useSaveHome() {
  const cache = useQueryClient()
  return async (body: SetupHome) => {
    const setup = await call('setup.home', { body })
    cache.setQueryData<Setup>(KEY, setup)
    return setup
  }
}

export function useStartHub() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: { tenantId: string; name: string }) => call('agent.startHere', { body }),
    onSettled: () => cache.invalidateQueries({ queryKey: KEY }),
  })
}

/** Into the home, or back to one's own session: the new user starts the console anew, at `path` or the same address. */
export async function changeSession(to: { tenantId: string; reason: string } | 'own', path?: string): Promise<void> {
  const user = to === 'own' ? await call('session.stopImpersonating') : await call('session.impersonate', { body: to })
  if (path) history.pushState(null, '', path)
  signIn(user)
}
