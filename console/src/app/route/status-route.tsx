/** /404, /500 and /maintenance for signed-in users (GEN-13). */
import { Button } from '@mui/material'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { landingPath } from '#lib/access/access.ts'
import type { StatusKind } from '#ui/feedback/status-page.tsx'
import { StatusPage } from '#ui/feedback/status-page.tsx'

export const NotFound = () => <StatusRoute kind="not-found" />
export const ServerError = () => <StatusRoute kind="server-error" />
export const Maintenance = () => <StatusRoute kind="maintenance" />

function StatusRoute({ kind }: { kind: StatusKind }) {
  const { t } = useTranslation('app')
  const to = landingPath()
  return (
    <StatusPage
      kind={kind}
      title={t(`${kind}-title`)}
      help={t(`${kind}-help`)}
      action={
        <Button variant="contained" color="primary" component={Link} to={to}>
          {t(to === '/app/dashboard' ? 'go-home' : 'go-alerts')}
        </Button>
      }
    />
  )
}
