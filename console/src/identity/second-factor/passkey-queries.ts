/** One's own passkeys, and what one does with them. */
import { useQueryClient } from '@tanstack/react-query'
import { makePasskey, PasskeyHindered, requireHere } from '#lib/access/passkey.ts'
import { ApiError, call } from '#lib/service/api.ts'
import { useCall } from '#lib/service/use-call.ts'
import { toWirePassword } from '#lib/session/remembered-login.ts'

const KEY = ['passkey']

export function usePasskeys() {
  return useCall(KEY, 'passkey.list')
}

export type Begun = { options: object }
type Named = { name: string }

export function usePasskeyDeeds() {
  const cache = useQueryClient()
  const anew = () => Promise.all([KEY, ['second-factor']].map((queryKey) => cache.invalidateQueries({ queryKey })))
  return {
    /** Throws PasskeyHindered before anything was asked of the browser. */
    begin: async ({ currentPassword }: { currentPassword: string }): Promise<Begun> => {
      const { origin, options } = await call('passkey.begin', {
        body: { currentPassword: toWirePassword(currentPassword) },
      })
      requireHere(origin)
      return { options }
    },
    create: async ({ options }: Begun, { name }: Named) => {
      const made = await makePasskey(options).catch(atName)
      await call('passkey.create', { body: { name, made } })
      await anew()
    },
    rename: async (id: string, body: Named) => {
      await call('passkey.rename', { params: { id }, body })
      await anew()
    },
    remove: async (id: string) => {
      await call('passkey.remove', { params: { id } })
      await anew()
    },
  }
}

/** What the browser did not do stands at the field of the step. */
function atName(error: unknown): never {
  if (!(error instanceof PasskeyHindered)) throw error
  throw new ApiError(400, 'invalid-request', error.message, { name: `second-factor.passkey-${error.hindrance}` })
}
