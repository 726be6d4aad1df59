/** The head of the alerts list: how many, how many unseen, mark all read, refresh. ALERT-04. */

import type { AlertFilter } from '@mimamori/contract/alerting/alert.ts'
import { numberText } from '@mimamori/contract/shared/intl-format.ts'
import { Button } from '@mui/material'
import { RotateCw } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { lazyPart } from '#lib/service/patient-load.ts'
import { useUser } from '#lib/session/session.ts'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { mayMarkAll } from '../alert-deeds.ts'
import { MarkAllButton } from './mark-all-button.tsx'

const LookThrough = lazyPart(async () => ({ default: (await import('./alert-look-through.tsx')).LookThrough }))

type Props = {
  /** What the list shows. */
  filter: AlertFilter
  /** Undefined until the first answer. */
  total: number | undefined
  unseen: number | undefined
  isBusy: boolean
  /** The list shows what came late and needs an answer. */
  isLate: boolean
  onRefresh: () => void
}

export function AlertListHeader({ filter, total, unseen, isBusy, isLate, onRefresh }: Props) {
  const { t, i18n } = useTranslation('alert')
  const { t: alarm } = useTranslation('alarm')
  const { role } = useUser()
  const number = (value: number) => numberText(value, i18n.language)
  return (
    <PageHeader
      title={isLate ? alarm('late-title') : t('title')}
      subtitle={isLate && alarm('late-help')}
      count={
        total === undefined || unseen === undefined
          ? undefined
          : t('unseen-of', { unseen: number(unseen), total: number(total) })
      }
      actions={
        <>
          {isLate && mayCall(role, 'alarm.lookThrough') && (
            <Suspense>
              <LookThrough filter={filter} count={total ?? 0} />
            </Suspense>
          )}
          {!isLate && mayMarkAll(role) && <MarkAllButton filter={filter} unseen={unseen} />}
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
