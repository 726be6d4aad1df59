/** The head of the alerts list: how many, how many unseen, mark all read, refresh. ALERT-04. */
import { numberText } from '@mimamori/contract/intl-format.ts'
import { Button } from '@mui/material'
import { CheckCheck, RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useUser } from '#lib/session.ts'
import { errorTextNow } from '#lib/use-error-text.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { notifyError, notifySuccess } from '#ui/toast.ts'
import { useMarkAllRead } from './alert-queries.ts'

type Props = {
  /** Undefined until the first answer. */
  total: number | undefined
  unseen: number | undefined
  isBusy: boolean
  onRefresh: () => void
}

export function AlertListHeader({ total, unseen, isBusy, onRefresh }: Props) {
  const { t, i18n } = useTranslation('alert')
  const { role } = useUser()
  const markAll = useMarkAllRead()
  const number = (value: number) => numberText(value, i18n.language)
  const mayMark = role !== 'DEMO_USER' && role !== 'ANNOTATOR'
  const markAllRead = () =>
    markAll.mutate(undefined, {
      onSuccess: () => notifySuccess(t('all-marked-read')),
      onError: (fault) => notifyError(errorTextNow(fault)),
    })
  return (
    <PageHeader
      title={t('title')}
      count={
        total === undefined || unseen === undefined
          ? undefined
          : t('unseen-of', { unseen: number(unseen), total: number(total) })
      }
      actions={
        <>
          {mayMark && (
            <Button
              color="inherit"
              startIcon={<CheckCheck size={18} />}
              loading={markAll.isPending}
              disabled={!unseen}
              onClick={markAllRead}
            >
              {t('mark-all-read')}
            </Button>
          )}
          <Button
            variant="outlined"
            color="inherit"
            startIcon={<RotateCw size={16} />}
            loading={isBusy}
            onClick={onRefresh}
          >
            {t('refresh')}
          </Button>
        </>
      }
    />
  )
}
