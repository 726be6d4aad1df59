/** What kind of device this browser runs on: a phone or tablet, or a desktop. CAM-04. */
import type { DeviceKind } from '@mimamori/contract/identity/device.ts'

type Hints = Pick<Navigator, 'userAgent' | 'maxTouchPoints'> & { userAgentData?: { mobile: boolean; platform: string } }

/** Android tablets say that they are not mobile, and an iPad calls itself a Macintosh, which has no touch screen. */
export function deviceKindOf({ userAgent, maxTouchPoints, userAgentData }: Hints): DeviceKind {
  if (userAgentData?.mobile || userAgentData?.platform === 'Android') return 'mobile'
  if (/Android|iPhone|iPad|iPod|Mobile/.test(userAgent)) return 'mobile'
  return userAgent.includes('Macintosh') && maxTouchPoints > 1 ? 'mobile' : 'web'
}
