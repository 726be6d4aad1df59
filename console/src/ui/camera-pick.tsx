/** A filter that takes cameras of the chosen units, for those who may see cameras. */
import { mayCall } from '#lib/access.ts'
import { findCameras, useCameraNames } from '#lib/named-choices.ts'
import { useUser } from '#lib/session.ts'
import { PickChip } from './pick-chip.tsx'

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
