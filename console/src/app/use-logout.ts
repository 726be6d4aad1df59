/** Logout from wherever it is offered: a failure is said, and can be tried again. AUTH-12. */
import { useTranslation } from 'react-i18next'
import { leave } from '#lib/session-start.ts'
import { notifyError } from '#ui/toast.ts'

export function useLogout(): () => Promise<void> {
  const { t } = useTranslation(['app', 'ui'])
  const logout = (): Promise<void> =>
    leave().catch(() => notifyError(t('logout-failed'), { label: t('ui.retry'), onClick: () => void logout() }))
  return logout
}
