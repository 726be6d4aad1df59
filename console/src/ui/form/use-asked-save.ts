/** Saves with a confirmation: the service rejects the first request so that the user can accept the consequences. */
import { useState } from 'react'
import { ApiError } from '#lib/service/api.ts'

type Asked<D, R> = { draft: D; rejection: unknown; resolve: (saved: R) => void; reject: (why: unknown) => void }

/**
 * `save` sends the draft. If the service rejects it with `key`, `confirm` sends it again as confirmed, and `dismiss` drops
 * it. `draft`: the draft that waits for confirmation; null: none.
 */
export function useAskedSave<D extends object, R>(
  send: (draft: D & { isConfirmed?: boolean }) => Promise<R>,
  key: string,
) {
  const [asked, setAsked] = useState<Asked<D, R> | null>(null)
  const save = async (draft: D): Promise<R> => {
    try {
      return await send(draft)
    } catch (rejection) {
      if (!(rejection instanceof ApiError) || rejection.key !== key) throw rejection
      return new Promise((resolve, reject) => setAsked({ draft, rejection, resolve, reject }))
    }
  }
  const confirm = async () => {
    asked!.resolve(await send({ ...asked!.draft, isConfirmed: true }))
    setAsked(null)
  }
  const dismiss = () => {
    asked?.reject(asked.rejection)
    setAsked(null)
  }
  return { save, draft: asked?.draft ?? null, confirm, dismiss }
}
