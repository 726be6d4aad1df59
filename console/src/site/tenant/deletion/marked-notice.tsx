/** Above the page of a tenant marked for deletion: nobody is alerted any more, the date, and how to undo it. OPS-09. */
import type { Tenant } from '@mimamori/contract/site/tenant.ts'
import { Alert, Button } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { useUser } from '#lib/session/session.ts'
import { useTime } from '#lib/time/use-time.ts'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'
import css from './deletion.module.css'
import { useDeletion, useDeletionSteps } from './deletion-queries.ts'

export function MarkedNotice({ tenant }: { tenant: Tenant }) {
  const { t } = useTranslation('tenant')
  const { dateTime } = useTime()
  const { impersonatedTenant, applicationTenant } = useUser()
  const { data } = useDeletion(tenant.id)
  const { withdraw } = useDeletionSteps(tenant)
  const marked = data?.marked
  if (!marked) return null
  const mayWithdraw = !marked.isBegun && !impersonatedTenant && tenant.id !== applicationTenant?.id
  const said = { by: marked.by, at: dateTime(marked.at), due: dateTime(marked.dueAt) }
  const back = () =>
    withdraw().then(
      () => notifySuccess(t('withdrawn-toast')),
      (error: unknown) => notifyError(errorTextNow(error)),
    )
  return (
    <Alert
      severity="error"
      role="alert"
      className={css.marked}
      action={
        mayWithdraw && (
          <Button color="inherit" variant="outlined" onClick={back}>
            {t('withdraw')}
          </Button>
        )
      }
    >
      <p>
        <strong>{t(marked.isBegun ? 'removing' : 'marked', said)}</strong>
      </p>
      {tenant.kind === 'site' && <p>{t('marked-nobody')}</p>}
    </Alert>
  )
}
