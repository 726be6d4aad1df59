/** Webhook targets of the own organization or site, or of the connected site, and their logs. */
import type { Webhook, WebhookForm } from '@mimamori/contract/alerting/webhook.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/service/api.ts'
import { useCall } from '#lib/service/use-call.ts'
import { useErrorText } from '#lib/service/use-error-text.ts'
import { notifyError } from '#ui/feedback/toast.ts'

const KEY = ['webhook']
const LOOK_AGAIN_MS = 2_000

/** Looks again while something waits. */
export function useWebhooks() {
  return useCall(
    [...KEY, 'list'],
    'webhook.list',
    {},
    {
      refetchInterval: ({ state }) =>
        state.data?.records.some(({ waitingCount }) => waitingCount > 0) ? LOOK_AGAIN_MS : false,
    },
  )
}

export function useDeliveries(id: string) {
  return useCall(
    [...KEY, 'log', id],
    'webhook.deliveries',
    { params: { id } },
    {
      refetchInterval: ({ state }) =>
        state.data?.records.some((one) => one.state === 'waiting') ? LOOK_AGAIN_MS : false,
    },
  )
}

export function useWebhookDeeds() {
  const cache = useQueryClient()
  const anew = () => cache.invalidateQueries({ queryKey: KEY })
  const then = async <T>(sent: Promise<T>): Promise<T> => {
    const result = await sent
    await anew()
    return result
  }
  return {
    reload: anew,
    create: (body: WebhookForm) => then(call('webhook.create', { body })),
    change: ({ id, version }: Webhook, body: Partial<WebhookForm>) =>
      then(call('webhook.patch', { params: { id }, body: { ...body, version } })),
    remove: ({ id, version }: Webhook) => then(call('webhook.remove', { params: { id }, query: { version } })),
    rotate: ({ id }: Webhook) => then(call('webhook.rotate', { params: { id } })),
    test: ({ id }: Webhook) => then(call('webhook.test', { params: { id } })),
    again: (id: string) => then(call('webhook.again', { params: { id } })),
  }
}

/** A button's deed, whose error is a toast. */
export function useDeed<T>(deed: () => Promise<T>, onDone?: (result: T) => void) {
  const errorText = useErrorText()
  return useMutation({ mutationFn: deed, onSuccess: onDone, onError: (error) => notifyError(errorText(error)) })
}
