/** Logout from wherever it is offered: an error is shown, and can be tried again. AUTH-12. */
import type { SignedOut } from '@mimamori/contract/identity/session.ts'
import { useTranslation } from 'react-i18next'
import { leave } from '#lib/access/session-start.ts'
import { call } from '#lib/service/api.ts'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { signIn } from '#lib/session/session.ts'
import { notifyError } from '#ui/feedback/toast.ts'

export function useLogout(): () => Promise<void> {
  const { t } = useTranslation(['app', 'ui'])
  const logout = (): Promise<void> =>
    leave().then(leaveProvider, () =>
      notifyError(t('logout-failed'), { label: t('ui.retry'), onClick: () => void logout() }),
    )
  return logout
}

/** Signs out where the session came from, too. */
async function leaveProvider(provider: SignedOut['provider']): Promise<void> {
  if (provider) (await import('#console/identity/session/oidc/oidc-journey.ts')).endAtProvider(provider)
}

/** Back to one's own session; the new user object starts the console anew. */
export async function stopImpersonating(): Promise<void> {
  try {
    signIn(await call('session.stopImpersonating'))
  } catch (error) {
    notifyError(errorTextNow(error))
  }
}
