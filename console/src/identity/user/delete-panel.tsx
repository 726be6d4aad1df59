/** Deleting a user, whose name must be typed. USER-04. */
import type { User } from '@mimamori/contract/identity/user.ts'
import { Button } from '@mui/material'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notifySuccess } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/form/confirm-dialog.tsx'
import { Card } from '#ui/layout/card.tsx'
import { LosingRooms } from './losing-rooms.tsx'
import css from './user.module.css'
import { useUserDeeds } from './user-queries.ts'

export function DeletePanel({ user }: { user: User }) {
  const { t } = useTranslation('user')
  const navigate = useNavigate()
  const { remove } = useUserDeeds()
  const [isAsking, setAsking] = useState(false)
  const confirm = async () => {
    await remove.mutateAsync(user)
    notifySuccess(t('deleted-toast'))
    await navigate({ to: '/app/users/list' })
  }
  return (
    <Card title={t('delete')}>
      <div className={css.line}>
        <p className={css.quiet}>{t('delete-text')}</p>
        <Button color="error" onClick={() => setAsking(true)}>
          {t('delete')}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        title={t('delete-title', { name: user.displayName })}
        text={t('delete-text')}
        verb={t('delete')}
        nameToType={user.displayName}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        <LosingRooms ids={[user.id]} isAsked={isAsking} />
      </ConfirmDialog>
    </Card>
  )
}
