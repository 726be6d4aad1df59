/** In place of every page once the time to set up a second factor is over: the page that sets it up. REACH-22. */
import { Button } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { PasskeyCard } from '#console/identity/second-factor/passkey-card.tsx'
import { SecondFactorCard } from '#console/identity/second-factor/second-factor-card.tsx'
import { useUser } from '#lib/session/session.ts'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { useLogout } from '../use-logout.ts'
import css from './factor-gate.module.css'
import { useReopening } from './use-factor-due.ts'

export default function FactorGate() {
  const { t } = useTranslation(['second-factor', 'app'])
  const { impersonatedTenant } = useUser()
  const logout = useLogout()
  useReopening()
  return (
    <>
      <PageHeader title={t('gate-title')} actions={<Button onClick={logout}>{t('app.logout')}</Button>} />
      <div className={css.column}>
        <p>{t(impersonatedTenant ? 'gate-connected' : 'gate-help')}</p>
        <SecondFactorCard />
        <PasskeyCard />
      </div>
    </>
  )
}
