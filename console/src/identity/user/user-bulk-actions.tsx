/** What can be done with several users at once: enable them, or disable them after a question. */
import type { User } from '@mimamori/contract/identity/user.ts'
import { Button } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { useUser } from '#lib/session/session.ts'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/form/confirm-dialog.tsx'
import { LosingRooms } from './losing-rooms.tsx'
import css from './user.module.css'
import { useUserDeeds } from './user-queries.ts'

const MOST_NAMES = 8

export function UserBulkActions({ chosen, onDone }: { chosen: readonly User[]; onDone: () => void }) {
  const { t } = useTranslation('user')
  const me = useUser()
  const { become } = useUserDeeds()
  const [isAsking, setAsking] = useState(false)
  // Nobody disables oneself: a whole page chosen means the others.
  const others = chosen.filter(({ id }) => id !== me.id)
  const switchTo = async (isDisabled: boolean) => {
    const users = others.filter((user) => user.isDisabled !== isDisabled)
    const { changed } = users.length > 0 ? await become.mutateAsync({ users, isDisabled }) : { changed: 0 }
    setAsking(false)
    onDone()
    notifySuccess(t(isDisabled ? 'disabled-toast' : 'enabled-toast', { count: changed }))
  }
  const enable = () => switchTo(false).catch((error: unknown) => notifyError(errorTextNow(error)))
  return (
    <>
      <Button disabled={!others.some(({ isDisabled }) => isDisabled)} loading={become.isPending} onClick={enable}>
        {t('enable')}
      </Button>
      <Button color="error" disabled={!others.some(({ isDisabled }) => !isDisabled)} onClick={() => setAsking(true)}>
        {t('disable')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t('disable-title', { count: others.length })}
        text={t('disable-text')}
        verb={t('disable')}
        onConfirm={() => switchTo(true)}
        onClose={() => setAsking(false)}
      >
        <ul className={css.names}>
          {others.slice(0, MOST_NAMES).map(({ id, displayName }) => (
            <li key={id}>{displayName}</li>
          ))}
          {others.length > MOST_NAMES && <li>{t('and-more', { count: others.length - MOST_NAMES })}</li>}
        </ul>
        <LosingRooms ids={others.map(({ id }) => id)} isAsked={isAsking} />
      </ConfirmDialog>
    </>
  )
}
