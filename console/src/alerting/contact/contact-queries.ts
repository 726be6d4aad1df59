/** Nurse-call contacts of the site. Keys start with 'contact'. REACH-60. */
import type { Contact, ContactDraft } from '@mimamori/contract/alerting/contact.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/service/api.ts'
import { useCall } from '#lib/service/use-call.ts'

const KEY = ['contact']
/** While one moves, and while all rest, ms. */
const MOVING_MS = 1_000
const REST_MS = 10_000
/** Hubs that a list to choose from shows. */
const HUBS = 100

export const isMoving = ({ wanted, state, problem, tryEndsAt }: Contact) =>
  problem === null && (wanted !== (state ?? 'open') || tryEndsAt !== null)

export function useContacts() {
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await call('contact.list', {}, signal)).records,
    refetchInterval: ({ state }) => (state.data?.some(isMoving) ? MOVING_MS : REST_MS),
  })
}

export function useContactDeeds() {
  const cache = useQueryClient()
  const anew = () => cache.invalidateQueries({ queryKey: KEY })
  const then = async <T>(made: Promise<T>) => {
    const done = await made
    await anew()
    return done
  }
  return {
    save: (draft: ContactDraft, shown: Contact | undefined) =>
      then(
        shown
          ? call('contact.change', { body: { ...draft, id: shown.id, version: shown.version } })
          : call('contact.create', { body: draft }),
      ),
    tryOut: (id: string) => then(call('contact.try', { params: { id } })),
    remove: (id: string) => then(call('contact.remove', { params: { id } })),
  }
}

export function useHubChoices() {
  const { data = [] } = useCall(
    ['contact', 'hubs'],
    'agent.search',
    { query: { pageSize: HUBS }, body: {} },
    { select: ({ records }) => records.map(({ id, name }) => ({ value: id, label: name })) },
  )
  return data
}
