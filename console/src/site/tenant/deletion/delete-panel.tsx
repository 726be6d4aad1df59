/** Deletion of an organization or site: what will be deleted, the export, and the mark. OPS-09. */
import { numberText } from '@mimamori/contract/shared/intl-format.ts'
import type { Tenant } from '@mimamori/contract/site/tenant.ts'
import { DELETION_DELAY_DAYS, type TenantDeletion } from '@mimamori/contract/site/tenant-deletion.ts'
import { Button } from '@mui/material'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { useUser } from '#lib/session/session.ts'
import { useTime } from '#lib/time/use-time.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/form/confirm-dialog.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import css from './deletion.module.css'
import { useDeletion, useDeletionSteps } from './deletion-queries.ts'

const SHOWN = ['residents', 'alerts', 'units', 'cameras', 'hubs', 'recordings', 'files', 'users'] as const

export function DeletePanel({ tenant }: { tenant: Tenant }) {
  const { t } = useTranslation('tenant')
  const { applicationTenant, impersonatedTenant } = useUser()
  const query = useDeletion(tenant.id)
  // Only the operator deletes a user's own organization, and a connected session works inside the site.
  if (tenant.id === applicationTenant?.id || impersonatedTenant || tenant.deletionDueAt) return null
  const isSite = tenant.kind === 'site'
  return (
    <Card title={t(isSite ? 'delete-title' : 'delete-title-organisation')} help={t('delete-help')}>
      <Loaded query={query}>
        {(deletion) =>
          deletion.siteCount > 0 ? <HasSites deletion={deletion} /> : <Steps {...{ tenant, deletion }} />
        }
      </Loaded>
    </Card>
  )
}

function HasSites({ deletion }: { deletion: TenantDeletion }) {
  const { t } = useTranslation('tenant')
  return <p className={css.quiet}>{t('delete-has-sites', { count: deletion.siteCount })}</p>
}

type Props = { tenant: Tenant; deletion: TenantDeletion }

function Steps({ tenant, deletion }: Props) {
  const { t } = useTranslation('tenant')
  return (
    <div className={css.stack}>
      <p>{t('delete-goes')}</p>
      <Counts deletion={deletion} />
      <ol className={css.steps}>
        <li>
          <ExportStep tenant={tenant} deletion={deletion} />
        </li>
        <li>
          <MarkStep tenant={tenant} deletion={deletion} />
        </li>
      </ol>
    </div>
  )
}

function Counts({ deletion: { counts } }: Pick<Props, 'deletion'>) {
  const { t, i18n } = useTranslation('tenant')
  return (
    <dl className={css.counts}>
      {SHOWN.map((name) => (
        <div key={name} className={css.count}>
          <dt>{t(`delete-count-${name}`)}</dt>
          <dd>{numberText(counts[name], i18n.language)}</dd>
        </div>
      ))}
    </dl>
  )
}

function ExportStep({ tenant, deletion: { lastExport, needsOtherExporter } }: Props) {
  const { t } = useTranslation('tenant')
  const { dateTime } = useTime()
  const { exported } = useDeletionSteps(tenant)
  const begin = () =>
    exported.mutate(undefined, {
      onSuccess: () => notifySuccess(t('export-done')),
      onError: (error) => notifyError(errorTextNow(error)),
    })
  const said = lastExport && {
    by: lastExport.madeBy,
    at: dateTime(lastExport.at),
    until: dateTime(lastExport.validUntil),
  }
  return (
    <div className={css.step}>
      <h3 className={css.heading}>{t('export-title')}</h3>
      <p className={css.quiet}>{t('export-help')}</p>
      {needsOtherExporter && <Notice>{t('export-other')}</Notice>}
      <p>{said ? t('export-last', said) : t('export-none')}</p>
      <Button variant="outlined" startIcon={<Download size={18} />} loading={exported.isPending} onClick={begin}>
        {t('export')}
      </Button>
    </div>
  )
}

function MarkStep({ tenant, deletion: { lastExport } }: Props) {
  const { t } = useTranslation('tenant')
  const { mark } = useDeletionSteps(tenant)
  const [isAsking, setAsking] = useState(false)
  const isSite = tenant.kind === 'site'
  const verb = t(isSite ? 'delete' : 'delete-organisation')
  const what = t(isSite ? 'delete-text' : 'delete-text-organisation', { count: DELETION_DELAY_DAYS })
  return (
    <div className={css.step}>
      <h3 className={css.heading}>{t('mark-title')}</h3>
      <p className={css.quiet}>{what}</p>
      <Button color="error" variant="outlined" disabled={!lastExport} onClick={() => setAsking(true)}>
        {verb}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t('delete-confirm', { site: tenant.name })}
        text={what}
        verb={verb}
        nameToType={tenant.name}
        onConfirm={async () => {
          await mark(tenant.name)
          setAsking(false)
          notifySuccess(t(isSite ? 'marked-toast' : 'marked-toast-organisation'))
        }}
        onClose={() => setAsking(false)}
      />
    </div>
  )
}
