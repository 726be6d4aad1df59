/** Cameras that a change of many left as they were, each with the reason. OPS-09. */
import type { CameraRejection } from '@mimamori/contract/camera/change/camera-change.ts'
import { Alert } from '@mui/material'
import { useFieldError } from '#ui/form/field/text-field.tsx'
import type { NamedChoice } from '../named-choices.ts'

type Props = { title: string; refused: readonly CameraRejection[]; named: readonly NamedChoice[] }

/** Nothing, where none was refused. */
export function RefusedCameras({ title, refused, named }: Props) {
  if (refused.length === 0) return null
  return (
    <Alert severity="warning">
      {title}
      <ul style={{ margin: '4px 0 0', paddingInlineStart: 20, listStyle: 'disc' }}>
        {refused.map(({ cameraId, key }) => (
          <li key={cameraId}>
            {named.find(({ id }) => id === cameraId)?.label ?? cameraId}: <Reason of={key} />
          </li>
        ))}
      </ul>
    </Alert>
  )
}

/** `of`: a key of a field, or of a rejection of the whole call. */
function Reason({ of }: { of: string }) {
  return useFieldError(of.includes('.') ? of : `error.${of}`)
}
