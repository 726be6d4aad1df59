/** What the calendar needs of the site: its zone, and the rooms by name. LIVE-04. */
import { useCall } from '#lib/service/use-call.ts'
import { siteOf, useUser } from '#lib/session/session.ts'
import { knownZone } from '#lib/time/time.ts'
import type { NamedChoice } from '#shared/named-choices.ts'

/** The zone in which the days of the site's calendar are meant; of an organisation its own. */
export function useSiteZone(): string {
  const user = useUser()
  return knownZone(siteOf(user)?.timezone ?? user.timezone)
}

/** The rooms of chosen cameras; one that is gone has no name. */
export function useRoomNames(ids: readonly string[] | undefined): NamedChoice[] {
  const { data = [] } = useCall(
    ['camera', 'rooms', ids],
    'camera.search',
    { query: { pageSize: 100 }, body: { ids: [...(ids ?? [])] } },
    {
      enabled: ids !== undefined,
      select: ({ records }) => records.map(({ id, location }) => ({ id, label: location })),
    },
  )
  return data
}
