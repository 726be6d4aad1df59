/** The random name that this browser has given itself: of its registration for push, and of the proof that alarms are heard. */
import type { DeviceKind } from '@mimamori/contract/identity/device.ts'
import { readStored, writeStored } from '#lib/browser/storage.ts'
import { newId } from '#lib/browser/without-tls.ts'

const KEY = 'device-name'

export function deviceName(): string {
  const known = readStored(KEY, isName)
  if (known) return known
  const name = newId()
  writeStored(KEY, name)
  return name
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

/** What kind of device this browser runs on: a phone or tablet, or a desktop. CAM-04. */
type Hints = Pick<Navigator, 'userAgent' | 'maxTouchPoints'> & { userAgentData?: { mobile: boolean; platform: string } }

/** Android tablets say that they are not mobile, and an iPad calls itself a Macintosh, which has no touch screen. */
export function deviceKindOf({ userAgent, maxTouchPoints, userAgentData }: Hints): DeviceKind {
  if (userAgentData?.mobile || userAgentData?.platform === 'Android') return 'mobile'
  if (/Android|iPhone|iPad|iPod|Mobile/.test(userAgent)) return 'mobile'
  return userAgent.includes('Macintosh') && maxTouchPoints > 1 ? 'mobile' : 'web'
}
