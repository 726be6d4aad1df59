/** What the camera form begins with, and what it sends: only what was changed, and a password only when one was typed. */
import type { CameraDetail } from '@mimamori/contract/camera/camera.ts'
import { type CameraDraft, type cameraDraft, cameraFields } from '@mimamori/contract/camera/camera-fields.ts'
import { NO_SUBSCRIBERS } from '@mimamori/contract/camera/subscriber.ts'
import type { z } from 'zod'
import type { RecordFormState } from '#ui/form/use-record-form.ts'

export type CheckedDraft = z.output<typeof cameraDraft>
export type CameraFormState = RecordFormState<CameraDraft, CheckedDraft>
export type CameraControl = CameraFormState['form']['control']
type CameraField = keyof CameraDraft

/** Every default of the contract; the kind is left open, so that nobody takes the first one by accident. */
export function newCamera(): CameraDraft {
  const required = Object.fromEntries(REQUIRED_TEXTS.map((field) => [field, 'x']))
  const defaults = cameraFields.parse({ ...required, type: 'UNKNOWN', streamUrl: 'rtsp://x' })
  const empty = Object.fromEntries([...REQUIRED_TEXTS, 'streamUrl'].map((field) => [field, '']))
  return { ...defaults, ...empty, type: undefined, subscribers: NO_SUBSCRIBERS } as unknown as CameraDraft
}

const REQUIRED_TEXTS = ['name', 'description', 'brand', 'model', 'location', 'streamingId'] as const

/** The saved camera as the form edits it: everything that people fill in. */
export function valuesOf(camera: CameraDetail): CameraDraft {
  const fields = Object.keys(cameraFields.shape) as CameraField[]
  const filled = fields.filter((field) => field !== 'password').map((field) => [field, camera[field as 'name']])
  return Object.fromEntries(filled) as CameraDraft
}

/** The draft as the service takes it: an emptied user is none, and an empty password for a new camera too. */
export function sentDraft({ password, ...draft }: CheckedDraft): CheckedDraft {
  return { ...draft, username: draft.username || null, ...(password !== '' && password !== undefined && { password }) }
}

/** The fields that differ from what the form began with. */
export function changesOf(draft: CheckedDraft, before: CameraDraft): Partial<CheckedDraft> {
  const sent = sentDraft(draft)
  const changed = Object.entries(sent).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as CameraField]),
  )
  return Object.fromEntries(changed)
}
