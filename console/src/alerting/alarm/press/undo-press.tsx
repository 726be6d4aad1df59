/** For a few seconds after a press: takes it back. The press itself was sent at once. ALARM-02. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { takeBack } from '#shared/alarms.ts'
import { notifyError } from '#ui/feedback/toast.ts'
import { forgetPress, useRecent } from './recent-presses.ts'
import css from './undo-press.module.css'

export function UndoPress({ room }: { room: string }) {
  const { t } = useTranslation('alarm')
  const { t: ui } = useTranslation('ui')
  const cache = useQueryClient()
  const recent = useRecent(room)
  const undoing = useMutation({
    mutationFn: takeBack(cache),
    networkMode: 'always',
    onSuccess: (_none, { requestId }) => forgetPress(requestId),
    onError: (error) => notifyError(errorTextNow(error)),
  })
  if (!recent?.isTaken) return null
  const { press } = recent
  return (
    <button
      type="button"
      className={css.undo}
      data-undo
      aria-label={t('undo-of', { press: t(press.action), about: press.about })}
      aria-disabled={undoing.isPending || undefined}
      onClick={() => !undoing.isPending && undoing.mutate(press)}
    >
      <Undo2 size={16} aria-hidden /> {ui('undo')}
    </button>
  )
}
