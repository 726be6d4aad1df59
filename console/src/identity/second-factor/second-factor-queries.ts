/** One's own second factor, and what one does with it. */
import { useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/service/api.ts'
import { useCall } from '#lib/service/use-call.ts'
import { forgetLogin, toWirePassword } from '#lib/session/remembered-login.ts'

const KEY = ['second-factor']

export function useSecondFactor() {
  return useCall(KEY, 'secondFactor.get')
}

type Proof = { code: string }

export function useFactorDeeds() {
  const cache = useQueryClient()
  const anew = () => cache.invalidateQueries({ queryKey: KEY })
  return {
    begin: ({ currentPassword }: { currentPassword: string }) =>
      call('secondFactor.begin', { body: { currentPassword: toWirePassword(currentPassword) } }),
    confirm: async (body: Proof) => {
      const made = await call('secondFactor.confirm', { body })
      void cache.invalidateQueries({ queryKey: ['device'] })
      await anew()
      return made
    },
    renew: async (body: Proof) => {
      const made = await call('secondFactor.renew', { body })
      await anew()
      return made
    },
    remove: async (body: Proof) => {
      await call('secondFactor.remove', { body })
      await forgetLogin()
      await anew()
    },
  }
}
