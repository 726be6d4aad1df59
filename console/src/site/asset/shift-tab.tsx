/** Settings, tab Shifts: when staff are on duty, and the tags of cameras. SET-02. */
import type { Shift } from '@mimamori/contract/site/asset.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { timeOf } from '#lib/time/minute-of-day.ts'
import type { ListColumn } from '#ui/list/list-column.ts'
import { AssetList } from './asset-list.tsx'
import { TagCard } from './tag-card.tsx'

export function ShiftTab() {
  const columns = useShiftColumns()
  return (
    <>
      <AssetList kind="shift" type="SHIFT" columns={columns} />
      <TagCard />
    </>
  )
}

function useShiftColumns(): ListColumn<Shift>[] {
  const { t } = useTranslation('asset')
  return useMemo(() => {
    const start = ({ startMinute }: Shift) => timeOf(startMinute)
    const end = ({ startMinute, endMinute }: Shift) =>
      endMinute > startMinute ? timeOf(endMinute) : t('next-day', { time: timeOf(endMinute) })
    return [
      { id: 'start', header: t('start'), cell: start, csv: start },
      { id: 'end', header: t('end'), cell: end, csv: end },
      { id: 'staff', header: t('staff'), align: 'end', cell: usage, csv: usage },
      { id: 'cameras', header: t('cameras'), align: 'end', cell: cameras, csv: cameras },
    ]
  }, [t])
}

const usage = ({ usageCount }: Shift) => usageCount
const cameras = ({ cameraCount }: Shift) => cameraCount
