/** The messages to people that left or should have left, for administrators: what came of each, and trying again. NAV-10. */

import { NOTIFICATION_CHANNELS } from '@mimamori/contract/alerting/channel.ts'
import { DELIVERY_STATES } from '@mimamori/contract/alerting/delivery-lists.ts'
import type { Delivery } from '@mimamori/contract/alerting/notification.ts'
import { numberText } from '@mimamori/contract/shared/intl-format.ts'
import { Button } from '@mui/material'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '#lib/list/use-list.ts'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { useIsOutside } from '#lib/session/session.ts'
import { notifyError, notifyInfo, notifySuccess } from '#ui/feedback/toast.ts'
import { NotConnected } from '#ui/layout/not-connected.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { ChoiceChip } from '#ui/list/filter/choice-chip.tsx'
import { RecordTable } from '#ui/list/table/record-table.tsx'
import { canRetry, useDeliveryColumns } from './delivery-columns.tsx'
import { searchDeliveries, useDeliveries, useRetry } from './delivery-queries.ts'
import type { DeliverySearch } from './delivery-search.ts'

const route = getRouteApi('/app/deliveries')

export function DeliveryPage() {
  const { t, i18n } = useTranslation('delivery')
  const search = route.useSearch()
  const list = useList({ search, order: { column: 'createdAt', ascending: false } })
  const deliveries = useDeliveries(list.page, search)
  const { retry, isPending } = useRetryAndSay()
  const columns = useDeliveryColumns(useCallback((one: Delivery) => void retry([one]), [retry]))
  const total = deliveries.data?.totalCount
  if (useIsOutside()) return <NotConnected />
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        count={total === undefined ? undefined : t('count', { count: total, total: numberText(total, i18n.language) })}
      />
      <RecordTable
        name="deliveries"
        label={t('title')}
        list={list}
        query={deliveries}
        columns={columns}
        keyOf={({ id }) => id}
        nameOf={({ recipient }) => recipient}
        filters={<Filters search={search} onChange={list.change} />}
        none={{ title: t('none'), help: t('none-help') }}
        exported={(asked) => searchDeliveries({ ...list.page, ...asked }, search)}
        actions={(chosen, done) => (
          <Button disabled={!chosen.some(canRetry)} loading={isPending} onClick={() => retry(chosen).then(done)}>
            {t('retry')}
          </Button>
        )}
      />
    </>
  )
}

function Filters({ search, onChange }: { search: DeliverySearch; onChange: (next: Partial<DeliverySearch>) => void }) {
  const { t } = useTranslation(['delivery', 'word'])
  return (
    <>
      <ChoiceChip
        label={t('state')}
        options={DELIVERY_STATES.map((value) => ({ value, label: t(`state-${value}`) }))}
        chosen={search.states}
        onChange={(states) => onChange({ states })}
      />
      <ChoiceChip
        label={t('channel')}
        options={NOTIFICATION_CHANNELS.map((value) => ({ value, label: t(`word.channel-${value}`) }))}
        chosen={search.channels}
        onChange={(channels) => onChange({ channels })}
      />
    </>
  )
}

/** Says how many are tried again; alerts that were seen meanwhile need no message any more. */
function useRetryAndSay() {
  const { t } = useTranslation('delivery')
  const { mutateAsync, isPending } = useRetry()
  const retry = useCallback(
    async (chosen: readonly Delivery[]) => {
      try {
        const { changed } = await mutateAsync(chosen.filter(canRetry).map(({ id }) => id))
        if (changed > 0) notifySuccess(t('retried', { count: changed }))
        else notifyInfo(t('nothing-to-retry'))
      } catch (error) {
        notifyError(errorTextNow(error))
      }
    },
    [mutateAsync, t],
  )
  return { retry, isPending }
}
