/** Whether somebody can sign in, and what an administrator does about it: invite again, code, unlock, disable. AUTH-14 to AUTH-16. */
import type { User } from '@mimamori/contract/identity/user.ts'
import { Button } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { useUser } from '#lib/session/session.ts'
import { useNow, useTime } from '#lib/time/use-time.ts'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/form/confirm-dialog.tsx'
import { Card } from '#ui/layout/card.tsx'
import { RelativeTime } from '#ui/layout/relative-time.tsx'
import { InvitationLink } from './invitation-link.tsx'
import { LosingRooms } from './losing-rooms.tsx'
import css from './user.module.css'
import { useUserDeeds } from './user-queries.ts'
import { isLocked } from './user-state.tsx'

export function AccessPanel({ user }: { user: User }) {
  const { t } = useTranslation('user')
  const me = useUser()
  return (
    <Card title={t('access')}>
      <Registered user={user} />
      <Lock user={user} />
      {!user.isDisabled && (user.isInvitationPending ? <Invitation user={user} /> : <Reset user={user} />)}
      {user.hasSecondFactor && user.id !== me.id && <SecondFactor user={user} />}
      {user.id !== me.id && <Switch user={user} />}
    </Card>
  )
}

function Line({ text, children }: { text: ReactNode; children?: ReactNode }) {
  return (
    <div className={css.line}>
      <p>{text}</p>
      {children}
    </div>
  )
}

function Registered({ user }: { user: User }) {
  const { t } = useTranslation('user')
  const word = (is: boolean) => t(is ? 'yes' : 'no')
  return (
    <Line
      text={
        <>
          {t('last-sign-in')}: {user.lastSignInAt ? <RelativeTime at={user.lastSignInAt} /> : t('never')}
          <br />
          <span className={css.quiet}>
            {t('mobile-registered')}: {word(user.isMobileRegistered)} · {t('web-registered')}:{' '}
            {word(user.isWebRegistered)}
          </span>
        </>
      }
    />
  )
}

/** Says in a toast how a deed went. */
function useSaid() {
  return (deed: Promise<unknown>, text: string) =>
    deed.then(
      () => notifySuccess(text),
      (error: unknown) => notifyError(errorTextNow(error)),
    )
}

function Lock({ user }: { user: User }) {
  const { t } = useTranslation('user')
  const { unlock } = useUserDeeds()
  const said = useSaid()
  const { clock } = useTime()
  if (!isLocked(user, useNow())) return null
  return (
    <Line text={t('locked-until', { time: clock(user.lockedUntil!) })}>
      <Button loading={unlock.isPending} onClick={() => said(unlock.mutateAsync(user), t('unlocked-toast'))}>
        {t('unlock')}
      </Button>
    </Line>
  )
}

function Invitation({ user }: { user: User }) {
  const { t } = useTranslation('user')
  const { inviteAgain } = useUserDeeds()
  const [link, setLink] = useState<string | null>(null)
  const invite = () =>
    inviteAgain.mutateAsync(user).then(
      ({ invitationLink }) => (invitationLink ? setLink(invitationLink) : notifySuccess(t('invited-toast'))),
      (error: unknown) => notifyError(errorTextNow(error)),
    )
  return (
    <Line text={t('invitation-text', { email: user.email })}>
      <Button loading={inviteAgain.isPending} onClick={invite}>
        {t('invite-again')}
      </Button>
      {link && <InvitationLink name={user.displayName} link={link} onClose={() => setLink(null)} />}
    </Line>
  )
}

/** A code for a new password goes to the person alone; stations get theirs in the form. */
function Reset({ user }: { user: User }) {
  const { t } = useTranslation('user')
  const { sendReset } = useUserDeeds()
  const said = useSaid()
  if ((user.type === 'SHARED' && !user.isOwnerAsked) || user.role === 'DEMO_USER') return null
  return (
    <Line text={t(user.isOwnerAsked ? 'type-help-owner-asked' : 'reset-text', { email: user.email })}>
      <Button loading={sendReset.isPending} onClick={() => said(sendReset.mutateAsync(user), t('reset-toast'))}>
        {t('send-reset')}
      </Button>
    </Line>
  )
}

function SecondFactor({ user }: { user: User }) {
  const { t } = useTranslation('user')
  const { resetFactor } = useUserDeeds()
  const [isAsking, setAsking] = useState(false)
  const reset = async () => {
    await resetFactor.mutateAsync(user)
    setAsking(false)
    notifySuccess(t('second-factor-toast'))
  }
  return (
    <Line text={t('second-factor-text')}>
      <Button color="error" onClick={() => setAsking(true)}>
        {t('second-factor-reset')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t('second-factor-reset-title', { name: user.displayName })}
        text={t('second-factor-text')}
        verb={t('second-factor-reset')}
        onConfirm={reset}
        onClose={() => setAsking(false)}
      />
    </Line>
  )
}

function Switch({ user }: { user: User }) {
  const { t } = useTranslation('user')
  const { become } = useUserDeeds()
  const said = useSaid()
  const [isAsking, setAsking] = useState(false)
  const switchTo = (isDisabled: boolean) => become.mutateAsync({ users: [user], isDisabled })
  const enable = () => said(switchTo(false), t('enabled-toast', { count: 1 }))
  const disable = async () => {
    await switchTo(true)
    setAsking(false)
    notifySuccess(t('disabled-toast', { count: 1 }))
  }
  return (
    <Line text={t(user.isDisabled ? 'enable-text' : 'disable-text')}>
      {user.isDisabled ? (
        <Button loading={become.isPending} onClick={enable}>
          {t('enable')}
        </Button>
      ) : (
        <Button color="error" onClick={() => setAsking(true)}>
          {t('disable')}
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        title={t('disable-one-title', { name: user.displayName })}
        text={t('disable-text')}
        verb={t('disable')}
        onConfirm={disable}
        onClose={() => setAsking(false)}
      >
        <LosingRooms ids={[user.id]} isAsked={isAsking} />
      </ConfirmDialog>
    </Line>
  )
}
