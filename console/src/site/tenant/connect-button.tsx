/** Connects to a site, from the list and from its page. SITE-03. */

import type { Tenant } from '@mimamori/contract/site/tenant.ts'
import { Button } from '@mui/material'
import { PlugZap } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '#lib/service/patient-load.ts'
import { useUser } from '#lib/session/session.ts'
import { LazyOverlay } from '#ui/feedback/lazy-overlay.tsx'

const ConnectDialog = lazyPart(() => import('./connect-dialog.tsx'))

type Props = { site: Pick<Tenant, 'id' | 'name' | 'kind' | 'isDisabled'>; size?: 'small' }

/** Renders nothing for organizations, for a disabled site, and for users who are already connected. */
export function ConnectButton({ site, size }: Props) {
  const { t } = useTranslation('tenant')
  const { impersonatedTenant } = useUser()
  const [isOpen, setOpen] = useState(false)
  if (site.kind !== 'site' || site.isDisabled || impersonatedTenant) return null
  return (
    <>
      <Button
        size={size}
        startIcon={<PlugZap size={16} />}
        aria-label={t('connect-to', { site: site.name })}
        onClick={() => setOpen(true)}
      >
        {t('connect')}
      </Button>
      {isOpen && (
        <LazyOverlay onFailed={() => setOpen(false)}>
          <ConnectDialog site={site} onClose={() => setOpen(false)} />
        </LazyOverlay>
      )}
    </>
  )
}
