/** The devices on which a user is signed in, and the user's own password. Requirements AUTH-08, AUTH-17, AUTH-18. */
import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { whenMissing } from '../shared/errors.ts'
import { byId } from '../shared/page.ts'
import { ADMINS } from '../shared/roles.ts'

export const device = z.object({
  /** Id of the device's session. */
  id: z.uuid(),
  /** The reported browser, `Chrome`, and its system, `Windows`; null: not reported. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  address: z.string().nullable(),
  firstSeenAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  /** When the person has to sign in again there unless the device is used, and when in any case. REACH-23. */
  idleEndsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  /** The device of the caller. */
  isCurrent: z.boolean(),
  /** When alarms were last seen and heard on it; null: never. */
  provenAt: z.iso.datetime().nullable(),
})
export type Device = z.infer<typeof device>

/** `mobile`: phones and tablets; `web`: desktops. */
export const deviceKind = z.enum(['mobile', 'web'])
export type DeviceKind = z.infer<typeof deviceKind>

const devices = z.object({
  devices: z.array(device),
  /** The user answers alarms: their devices must be proven. */
  isAnswerer: z.boolean(),
})
/** Omitted: all except the caller's. */
const deviceIds = z.array(z.uuid()).min(1).max(100).optional()
const signedOut = z.object({ signedOut: z.number().int() })

/** Base64 of the UTF-8 password, as for login. */
const wirePassword = (required: string) => z.string(whenMissing(required)).min(1, required).max(1024)

export const passwordChange = z.strictObject({
  currentPassword: wirePassword('profile.current-password-required'),
  newPassword: wirePassword('profile.new-password-required'),
})

export const deviceEndpoints = {
  'device.list': endpoint({
    method: 'GET',
    path: 'device',
    access: 'signed-in',
    summary: 'The devices on which one is signed in; for a shared sign-in this device alone.',
    response: devices,
  }),
  'device.signOut': endpoint({
    method: 'POST',
    path: 'device/signOut',
    access: 'signed-in',
    summary: 'Sign out other devices of your own.',
    body: z.strictObject({ deviceIds }),
    response: signedOut,
    changes: true,
  }),
  'device.ofUser': endpoint({
    method: 'GET',
    path: 'user/:id/devices',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'The devices on which a user is signed in.',
    params: byId,
    response: devices,
  }),
  'device.signOutUser': endpoint({
    method: 'POST',
    path: 'user/:id/signOut',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'Sign out devices of a user.',
    params: byId,
    body: z.strictObject({ deviceIds }),
    response: signedOut,
    changes: true,
  }),
  'device.register': endpoint({
    method: 'POST',
    path: 'device/registration/save',
    access: 'signed-in',
    summary: 'Store this browser’s push registration, or a token of a messaging provider.',
    body: z.strictObject({
      imeiNumber: z.string().min(1).max(200),
      /** The push subscription, as JSON text; or a token, which is stored. */
      fireBaseId: z.string().min(1).max(4096),
      deviceType: z.literal('WEB'),
      /** Phone or tablet: `mobile`; left out: a desktop. */
      kind: deviceKind.default('web'),
    }),
    /** False for a token: this service uses no messaging provider. */
    response: z.object({ isDeliverable: z.boolean() }),
    changes: true,
  }),
  'device.pushKey': endpoint({
    method: 'GET',
    path: 'device/registration/key',
    access: 'signed-in',
    summary: 'The key by which a browser knows that a push message comes from this service (VAPID, base64url).',
    response: z.object({ publicKey: z.string() }),
  }),
  'device.unregister': endpoint({
    method: 'POST',
    path: 'device/registration/remove',
    access: 'signed-in',
    summary: 'Forget this browser’s push registration.',
    body: z.strictObject({ imeiNumber: z.string().min(1).max(200) }),
    changes: true,
  }),
  'password.change': endpoint({
    method: 'PUT',
    path: 'user/password',
    access: 'signed-in',
    summary: 'Change the own password; all other devices are signed out.',
    body: passwordChange,
    response: signedOut,
    changes: true,
    lasting: true,
  }),
}
