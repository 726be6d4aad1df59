/** How a camera's frames may leave the hub. CAM-09; docs/domain.md, "Privacy of frames". */

import type { PeopleLook } from '@mimamori/contract/camera/camera-fields.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import type { Look } from './image-painter.ts'

/** The frames do not leave as the camera took them: everything that leaves is painted here. */
export function isPrivate({ privacy }: Pick<DesiredCamera, 'privacy'>): boolean {
  return privacy.level !== 'none' || privacy.masks.length > 0
}

/** Only turned into H.264, which every browser shows. */
export const AS_TAKEN: Look = { level: 'none', masks: [] }

/** How people look in everything that leaves. */
export function peopleLookOf({ privacy }: Pick<DesiredCamera, 'privacy'>): PeopleLook {
  return ({ none: 'clear', blur: 'blurred', silhouette: 'silhouettes' } as const)[privacy.level]
}

/** For those who may see people blurred alone; a camera that blurs or hides people stays as it is. */
export function blurredLook({ privacy }: Pick<DesiredCamera, 'privacy'>): Look {
  return privacy.level === 'none' ? { ...privacy, level: 'blur' } : privacy
}

export function isSameLook(a: Look, b: Look): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
