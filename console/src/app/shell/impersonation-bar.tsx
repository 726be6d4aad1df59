/** Says across the top, always in sight, that one is acting inside another site (NAV-07, AUTH-13). */
import { Unplug } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api.ts'
import { signIn, useUser } from '#lib/session.ts'
import { errorTextNow } from '#lib/use-error-text.ts'
import { notifyError } from '#ui/toast.ts'
import css from './impersonation-bar.module.css'

export function ImpersonationBar() {
  const { t } = useTranslation('app')
  const { impersonatedTenant } = useUser()
  if (!impersonatedTenant) return null
  return (
    <div className={css.bar} role="status">
      <Unplug size={18} aria-hidden />
      {t('impersonating', { site: impersonatedTenant.schemaName })}
      <button type="button" className={css.stop} onClick={stopImpersonating}>
        {t('stop-impersonating')}
      </button>
    </div>
  )
}

/** Back to one's own session; the new user object starts the console anew. */
export async function stopImpersonating(): Promise<void> {
  try {
    signIn(await call('session.stopImpersonating'))
  } catch (error) {
    notifyError(errorTextNow(error))
  }
}
