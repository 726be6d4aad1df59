/** A filter that takes cameras of the chosen units, for those who may see cameras. */
import { mayCall } from '#lib/access/access.ts'
import { useUser } from '#lib/session/session.ts'
import { PickChip } from '#ui/list/filter/pick-chip.tsx'
import { findCameras, useCameraNames } from './named-choices.ts'

type Props = {
  label: string
  /** Undefined: of all units in reach. */
  unitIds: string[] | undefined
  chosen: string[] | undefined
  onChange: (chosen: string[] | undefined) => void
}

/** `chosen` may name cameras of other units too: they stay chosen. */
export function CameraPick({ unitIds, ...chip }: Props) {
  const mayPick = mayCall(useUser().role, 'camera.search')
  const named = useCameraNames(chip.chosen, mayPick)
  if (!mayPick) return null
  return (
    <PickChip
      {...chip}
      queryKey={['camera', 'pick', unitIds]}
      find={(text, signal) => findCameras(text, unitIds, signal)}
      named={named}
    />
  )
}
