/** The fields that a connection test asks about: which of them the hub's answer or the service's rejection is about. CAM-12. */
import type { HubErrorCode } from '@mimamori/contract/camera/hub-request.ts'
import { placeErrors } from '#lib/browser/form-error.ts'
import { ApiError } from '#lib/service/api.ts'

export const ASKED = [
  'streamUrl',
  'subStreamUrl',
  'username',
  'password',
  'agentId',
  'isBasicAllowed',
  'certificate',
] as const
export type AskedField = (typeof ASKED)[number]

/** What the hub found wrong, by the field to mend; the rest is about no single field. */
const WRONG: Partial<Record<HubErrorCode, AskedField>> = {
  'bad-address': 'streamUrl',
  'scene-not-demo': 'streamUrl',
  refused: 'streamUrl',
  'host-unknown': 'streamUrl',
  unreachable: 'streamUrl',
  'network-not-allowed': 'streamUrl',
  'not-camera': 'streamUrl',
  'closed-early': 'streamUrl',
  'too-long': 'streamUrl',
  redirected: 'streamUrl',
  'not-found': 'streamUrl',
  'no-video': 'streamUrl',
  'image-too-large': 'streamUrl',
  // The password's field is not there while a saved one is used.
  'login-wrong': 'username',
  'login-missing': 'username',
}

/** What is wrong with one stream of a camera that answers. */
const ABOUT_ONE: readonly HubErrorCode[] = [
  'not-found',
  'no-video',
  'image-too-large',
  'no-frames',
  'ended',
  'opening-ended',
]

/** The field to mend and the key of its sentence; null: it is about no single field. */
export function wrongField(code: HubErrorCode, isSub = false): { field: AskedField; message: string } | null {
  const wrong = WRONG[code]
  const field = wrong === 'streamUrl' && isSub ? 'subStreamUrl' : wrong
  return field ? { field, message: `hub-answer.${code}` } : null
}

/** Whether the camera's other stream would fail as well: it is not tried, for cameras lock themselves after wrong passwords. */
export function isAboutBoth(code: HubErrorCode): boolean {
  return !ABOUT_ONE.includes(code)
}

/** A rejection's errors by field; `isRest`: some of it is about what the form does not show (`isShown`), or about no field. */
export function refusedFields(error: unknown, isShown: (field: AskedField) => boolean) {
  const { placed, isRest } = placeErrors(error instanceof ApiError ? error.fields : {}, (path) =>
    ASKED.some((field) => field === path && isShown(field)),
  )
  return { placed: placed as [AskedField, string][], isRest: isRest || placed.length === 0 }
}
