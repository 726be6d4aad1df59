/** What staff do with alerts: at once, confirmed by a toast, and where it can be taken back with Undo in it. ALERT-04. */
import type { Role } from '@mimamori/contract/shared/roles.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { call } from '#lib/service/api.ts'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'

/** The contract's ALERT_CHANGES_MAX. */
const AT_ONCE = 500

type Deed = 'read' | 'archived' | 'unarchived' | 'deleted' | 'restored' | 'sent'

const UNDONE_BY: Partial<Record<Deed, Deed>> = { archived: 'unarchived', unarchived: 'archived', deleted: 'restored' }

const CALLS: Record<Deed, (ids: string[]) => Promise<unknown>> = {
  read: (ids) => call('alert.patchMany', { body: { ids, hasRead: true } }),
  archived: (ids) => call('alert.patchMany', { body: { ids, archived: true } }),
  unarchived: (ids) => call('alert.patchMany', { body: { ids, archived: false } }),
  deleted: (ids) => call('alert.removeMany', { body: { ids } }),
  restored: (ids) => call('alert.restore', { body: { ids } }),
  sent: (ids) => Promise.all(ids.map((id) => call('alert.resend', { params: { id } }))),
}

/** One at a time. Undo works also after the user has left the page. */
export function useAlertDeeds() {
  const { t } = useTranslation('alert')
  const { t: ui } = useTranslation('ui')
  const cache = useQueryClient()
  const isBusy = useRef(false)
  const [busyWith, setBusyWith] = useState<Deed | null>(null)

  const act = async (deed: Deed, ids: readonly string[], onDone?: () => void): Promise<void> => {
    if (ids.length === 0 || isBusy.current) return
    isBusy.current = true
    setBusyWith(deed)
    try {
      for (let at = 0; at < ids.length; at += AT_ONCE) await CALLS[deed](ids.slice(at, at + AT_ONCE))
      const undo = UNDONE_BY[deed]
      const action = undo && { label: ui('undo'), onClick: () => void act(undo, ids) }
      notifySuccess(t(`${deed}-done`, { count: ids.length }), action)
      onDone?.()
    } catch (error) {
      notifyError(errorTextNow(error))
    } finally {
      isBusy.current = false
      setBusyWith(null)
      // What was just deleted must not be asked for again.
      const isGone = ({ queryKey }: { queryKey: readonly unknown[] }) =>
        deed === 'deleted' && ids.includes(queryKey[2] as string)
      void cache.invalidateQueries({ queryKey: ['alert'], predicate: (query) => !isGone(query) })
    }
  }
  return { act: (...of: Parameters<typeof act>) => void act(...of), busyWith }
}

/** The same call also archives, which only staff may do. */
export const mayArchive = (role: Role) => mayCall(role, 'alert.resend')
/** DEMO_USER is read-only. */
export const mayMark = (role: Role) => role !== 'DEMO_USER'
export const mayDelete = (role: Role) => mayCall(role, 'alert.remove')
/** Marks all alerts in reach at once. */
export const mayMarkAll = (role: Role) => mayMark(role) && mayCall(role, 'alert.markAllRead')
