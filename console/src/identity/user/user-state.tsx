/** What is out of the ordinary about a user's access: disabled, not yet registered, locked out for a while. */
import type { User } from '@mimamori/contract/identity/user.ts'
import { useTranslation } from 'react-i18next'
import { useNow } from '#lib/time/use-time.ts'
import { StatusDot } from '#ui/layout/status-dot.tsx'

export function UserState({ user }: { user: User }) {
  const { t } = useTranslation('user')
  const now = useNow()
  if (user.isDisabled) return <StatusDot status="disabled" word={t('disabled')} />
  if (isLocked(user, now)) return <StatusDot status="offline" word={t('locked')} />
  if (user.isInvitationPending) return <StatusDot status="inactive" word={t('invited')} />
  return null
}

export function isLocked({ lockedUntil }: Pick<User, 'lockedUntil'>, now: Date): boolean {
  return lockedUntil !== null && Date.parse(lockedUntil) > now.getTime()
}
