/** Which cameras' pictures must not leave as they are. This hub cannot blur or mask, so none of them leaves at all. CAM-09. */
import type { DesiredCamera } from '@mimamori/contract/hub.ts'

/** Alerts still come, without pictures and clips; there is no latest frame and no live view. */
export function isPrivate({ privacy }: Pick<DesiredCamera, 'privacy'>): boolean {
  return privacy.level !== 'none' || privacy.masks.length > 0
}
