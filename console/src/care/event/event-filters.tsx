/** The filters of the list of check-ins: every choice is said on its chip and saved in the address. LIVE-03. */
import { useTranslation } from 'react-i18next'
import { useUnitIds } from '#lib/session/unit-filter.ts'
import { CameraPick } from '#shared/camera-pick.tsx'
import { findPeople, usePeopleNames } from '#shared/viewer-choices.ts'
import { PickChip } from '#ui/list/filter/pick-chip.tsx'
import { TimeRangeField } from '#ui/list/filter/time-range-field.tsx'
import type { EventSearch } from './event-search.ts'

type Props = { search: EventSearch; onChange: (change: Partial<EventSearch>) => void }

export function EventFilters({ search, onChange }: Props) {
  const { t } = useTranslation('event')
  const unitIds = useUnitIds()
  const people = usePeopleNames(search.userIds)
  return (
    <>
      <TimeRangeField value={search} onChange={onChange} />
      <CameraPick
        label={t('room')}
        unitIds={unitIds}
        chosen={search.cameraIds}
        onChange={(cameraIds) => onChange({ cameraIds })}
      />
      <PickChip
        label={t('any-person')}
        queryKey={['check-in', 'pick-people']}
        find={(text, signal) => findPeople(text, signal)}
        chosen={search.userIds}
        named={people}
        onChange={(userIds) => onChange({ userIds })}
      />
    </>
  )
}
