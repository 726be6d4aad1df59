/** Sending it: the dry run, the sync, and the latest results with their reasons. */
import type { External, ExternalRun } from '@mimamori/contract/site/external.ts'
import { Button } from '@mui/material'
import { Eye, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/service/api.ts'
import { useUser } from '#lib/session/session.ts'
import { Card } from '#ui/layout/card.tsx'
import css from './external.module.css'
import { ExternalPreview } from './external-preview.tsx'
import { useDryRun, useSync } from './external-queries.ts'
import { RunLine } from './run-line.tsx'

export function ExternalSync({ external }: { external: External }) {
  const { t } = useTranslation('external')
  const { role, impersonatedTenant } = useUser()
  const { tenantId } = external
  const sync = useSync(() => call('external.sync', { params: { id: tenantId } }))
  const dryRun = useDryRun(tenantId)
  const [isOpen, setOpen] = useState(false)
  // Codes name residents, whom the operator sees while connected alone.
  const isOutside = role === 'SUPER_ADMIN' && !impersonatedTenant
  const show = () => dryRun.mutate(undefined, { onSuccess: () => setOpen(true) })
  return (
    <Card title={t('sync-title')} help={t('sync-help')}>
      <div className={css.stack}>
        <div className={css.actions}>
          <Button startIcon={<Eye size={18} />} disabled={isOutside} loading={dryRun.isPending} onClick={show}>
            {t('dry-run')}
          </Button>
          <Button
            variant="contained"
            startIcon={<RefreshCw size={18} />}
            disabled={isOutside || !external.isEnabled}
            loading={sync.isBusy}
            onClick={sync.start}
          >
            {t('sync')}
          </Button>
        </div>
        {isOutside && <p className={css.quiet}>{t('needs-site')}</p>}
        {!isOutside && !external.isEnabled && <p className={css.quiet}>{t('needs-saved')}</p>}
        <Runs runs={withNewest(external.runs, sync.run)} />
      </div>
      {dryRun.data && <ExternalPreview preview={dryRun.data} open={isOpen} onClose={() => setOpen(false)} />}
    </Card>
  )
}

function Runs({ runs }: { runs: ExternalRun[] }) {
  const { t } = useTranslation('external')
  if (runs.length === 0) return <p className={css.quiet}>{t('runs-none')}</p>
  return (
    <ul className={css.runs} aria-label={t('runs')}>
      {runs.map((run) => (
        <li key={run.id}>
          <RunLine run={run} />
        </li>
      ))}
    </ul>
  )
}

/** The current run is newer than the page's copy of it. */
function withNewest(runs: ExternalRun[], newest: ExternalRun | undefined): ExternalRun[] {
  return newest ? [newest, ...runs.filter(({ id }) => id !== newest.id)] : runs
}
