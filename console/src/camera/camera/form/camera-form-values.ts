/** Initial values of the camera form, and what it sends: only changed fields, and a password only if one was typed. */
import type { CameraDetail } from '@mimamori/contract/camera/camera.ts'
import { type CameraDraft, type cameraDraft, cameraFields } from '@mimamori/contract/camera/camera-fields.ts'
import { NO_SUBSCRIBERS } from '@mimamori/contract/camera/subscriber.ts'
import type { z } from 'zod'
import type { RecordFormState } from '#ui/form/use-record-form.ts'

export type CheckedDraft = z.output<typeof cameraDraft>
export type CameraFormState = RecordFormState<CameraDraft, CheckedDraft>
export type CameraControl = CameraFormState['form']['control']
type CameraField = keyof CameraDraft

/** All defaults of the contract, and those on duty: a camera that notifies nobody would watch in vain. */
export function newCamera(): CameraDraft {
  const required = Object.fromEntries(REQUIRED_TEXTS.map((field) => [field, 'x']))
  const defaults = cameraFields.parse({ ...required, type: 'UNKNOWN', streamUrl: 'rtsp://x' })
  const empty = Object.fromEntries([...REQUIRED_TEXTS, 'streamUrl'].map((field) => [field, '']))
  return { ...defaults, ...empty, subscribers: { ...NO_SUBSCRIBERS, onDuty: true } }
}

const REQUIRED_TEXTS = ['name', 'description', 'brand', 'model', 'location', 'streamingId'] as const

/** The saved camera as values of the form. */
export function valuesOf(camera: CameraDetail): CameraDraft {
  const fields = Object.keys(cameraFields.shape) as CameraField[]
  const filled = fields.filter((field) => field !== 'password').map((field) => [field, camera[field as 'name']])
  return Object.fromEntries(filled) as CameraDraft
}

/** The draft for the service: an empty user name is null, and an empty password is left out, also for a new camera. */
export function sentDraft({ password, ...draft }: CheckedDraft): CheckedDraft {
  return { ...draft, username: draft.username || null, ...(password !== '' && password !== undefined && { password }) }
}

/** The fields that differ from the initial values. */
export function changesOf(draft: CheckedDraft, before: CameraDraft): Partial<CheckedDraft> {
  const sent = sentDraft(draft)
  const changed = Object.entries(sent).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as CameraField]),
  )
  return Object.fromEntries(changed)
}
