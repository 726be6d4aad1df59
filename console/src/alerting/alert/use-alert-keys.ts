/** Keys of the alerts list: e archives, u marks as seen, # and Delete delete; they act on the selection, else the focused row. */
import type { Alert } from '@mimamori/contract/alerting/alert.ts'
import { type RefObject, useRef } from 'react'
import { useKeys } from '#lib/browser/use-keys.ts'
import { useUser } from '#lib/session/session.ts'
import { mayArchive, mayDelete, mayMark, useAlertDeeds } from './alert-deeds.ts'

/** Content of the action bar, and a function that clears the selection. */
export type Chosen = { alerts: readonly Alert[]; done: () => void }

export function useAlertKeys(shown: readonly Alert[]): RefObject<Chosen | null> {
  const chosen = useRef<Chosen | null>(null)
  const { role } = useUser()
  const { act } = useAlertDeeds()
  const targets = () => {
    if (chosen.current && chosen.current.alerts.length > 0) return chosen.current.alerts
    const id = document.activeElement?.closest('li, tr')?.querySelector<HTMLElement>('[data-alert]')?.dataset.alert
    return shown.filter((alert) => alert.id === id)
  }
  const run = (deed: (alerts: readonly Alert[]) => Parameters<typeof act>[0], leaves: boolean) => () => {
    const alerts = targets()
    if (alerts.length === 0) return
    const done = chosen.current?.done
    if (leaves) focusNext()
    act(
      deed(alerts),
      alerts.map(({ id }) => id),
      done,
    )
  }
  const remove = mayDelete(role) ? run(() => 'deleted', true) : undefined
  useKeys({
    e: mayArchive(role)
      ? run((alerts) => (alerts.every(({ archived }) => archived) ? 'unarchived' : 'archived'), true)
      : undefined,
    u: mayMark(role) ? run(() => 'read', false) : undefined,
    '#': remove,
    Delete: remove,
  })
  return chosen
}

/** The focused record is about to disappear: moves the keyboard focus to the next one. */
function focusNext(): void {
  const record = document.activeElement?.closest('li, tr')
  const next = record?.nextElementSibling ?? record?.previousElementSibling
  next?.querySelector<HTMLElement>('a[href]')?.focus()
}
