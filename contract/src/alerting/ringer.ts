/**
 * The channel that rings a phone through a provider: its settings at a site, a person's address on it, a test, and the
 * claim of an alarm from there. REACH-01, REACH-02; domain.md "Ringing a phone".
 */
import { z } from 'zod'
import { ANSWERERS } from '../shared/alarm-state.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ADMINS } from '../shared/roles.ts'
import { codeText } from '../shared/text.ts'
import { deliveryReason } from './notification.ts'
import { RING_ADDRESS_MAX, RINGER_PRESETS, RINGS_AN_HOUR } from './ringer-presets.ts'

const preset = z.enum(RINGER_PRESETS)

const ringerDraft = z.strictObject({
  isEnabled: z.boolean(),
  preset,
  /** Where the provider listens: https, or http where the operator of this installation allows it. */
  url: z
    .string()
    .trim()
    .max(500)
    .regex(/^(https?:\/\/[^\s]+)?$/i, 'ringer.url-form'),
  /** Further messages of the hour go on the next channel. */
  hourlyMost: z
    .number()
    .int()
    .min(RINGS_AN_HOUR.least, 'ringer.hourly-range')
    .max(RINGS_AN_HOUR.most, 'ringer.hourly-range'),
})

const part = (longest: number) => codeText().min(1, 'ringer.access-required').max(longest)
/** What the developer console of LINE WORKS shows of a service account and its bot; as JSON it is the token. */
export const lineWorksAccess = z.strictObject({
  clientId: part(100),
  clientSecret: part(100),
  serviceAccount: part(100),
  botId: z
    .string()
    .trim()
    .regex(/^\d{1,20}$/, 'ringer.access-required'),
  /** PKCS #8 in PEM. */
  privateKey: part(4_000),
})
export type LineWorksAccess = z.infer<typeof lineWorksAccess>

/** The same with the token, as entered. Empty or omitted: the token stays unchanged. */
export const ringerForm = ringerDraft.extend({ token: codeText().max(5_000).optional() })
export type RingerForm = z.input<typeof ringerForm>

const ringer = ringerDraft.extend({
  tenantId: z.uuid(),
  /** Last characters of the token; null: none was set. */
  tokenLastFour: z.string().nullable(),
  /** People with an address on it. */
  people: z.number().int(),
  /** Messages in the last hour. */
  lastHour: z.number().int(),
  /** The hourly check of the provider; null: not yet. */
  checkedAt: z.iso.datetime().nullable(),
  /** Why the last check failed; null: it did not. */
  checkError: deliveryReason.nullable(),
  /** 0: never saved. */
  version: z.number().int(),
})
export type Ringer = z.infer<typeof ringer>

/** One's own address. The address itself is never returned. */
const ringAddress = z.object({
  /** The provider of the own site; null: it has none, or it is switched off. */
  preset: preset.nullable(),
  /** Last characters of the address; null: none was set. */
  addressEnd: z.string().nullable(),
})
export type RingAddress = z.infer<typeof ringAddress>

export const ringAddressForm = z.strictObject({
  /** Empty: no message goes there any more. */
  address: codeText().max(RING_ADDRESS_MAX, 'ringer.address-form'),
})

/** What the provider answered. */
const ringAnswer = z.object({
  isAccepted: z.boolean(),
  reason: deliveryReason.nullable(),
  httpStatus: z.number().int().nullable(),
  /** Its words, as one line of plain text. */
  said: z.string().nullable(),
})

/** Reports of a voice service on a call. */
const RING_EVENTS = ['answered', 'key', 'failed'] as const
export type RingEvent = (typeof RING_EVENTS)[number]

/** `yours`: the recipient goes. `others`: somebody else goes. `used`: the link was pressed before. */
const RING_STATES = ['open', 'yours', 'others', 'over', 'used'] as const

/** An alarm by the link of its message. No image and no name. */
const rungAlarm = z.object({
  title: z.string(),
  body: z.string(),
  state: z.enum(RING_STATES),
})
export type RungAlarm = z.infer<typeof rungAlarm>

const byLink = z.strictObject({
  /** What follows `#` in the link. */
  token: z.string().min(1).max(400),
})

export const ringerEndpoints = {
  'ringer.get': endpoint({
    method: 'GET',
    path: 'ringer',
    access: ADMINS,
    whileBound: 'refused',
    summary: 'The provider by which the own site rings phones.',
    response: ringer,
  }),
  'ringer.save': endpoint({
    method: 'PUT',
    path: 'ringer',
    access: ADMINS,
    needsProof: true,
    whileBound: 'refused',
    summary: 'Change the provider by which the own site rings phones. Not while connected to a site.',
    body: ringerForm.extend({ version: z.number().int().min(0) }),
    changesObject: ringer,
    response: ringer,
    changes: true,
  }),
  'ringer.address': endpoint({
    method: 'GET',
    path: 'ringer/address',
    access: ANSWERERS,
    summary: 'Whether the own site rings phones, and whether one’s own is among them.',
    response: ringAddress,
  }),
  'ringer.saveAddress': endpoint({
    method: 'PUT',
    path: 'ringer/address',
    access: ANSWERERS,
    summary:
      'Set or remove the address on which one is rung: a topic, a user key, or a telephone number. Without one nothing changes.',
    body: ringAddressForm.partial(),
    changesObject: ringAddress,
    response: ringAddress,
    changes: true,
  }),
  'ringer.test': endpoint({
    method: 'POST',
    path: 'ringer/test',
    access: ANSWERERS,
    summary: 'Ring one’s own phone now, and return what the provider answered.',
    response: ringAnswer,
    lasting: true,
    changes: true,
  }),
}

export const ringClaimEndpoints = {
  'ringClaim.read': endpoint({
    method: 'POST',
    path: 'ring/read',
    access: 'public',
    summary: 'The alarm of a link in a message to a phone. Changes nothing: previews of links open it too.',
    body: byLink,
    response: rungAlarm,
  }),
  'ringClaim.claim': endpoint({
    method: 'POST',
    path: 'ring/claim',
    access: 'public',
    summary: 'Claim the alarm of a link as its recipient. Once; rights are checked at this moment.',
    body: byLink,
    response: rungAlarm,
    changes: true,
  }),
  'ringClaim.callBack': endpoint({
    method: 'POST',
    path: 'ring/call',
    access: 'public',
    summary:
      'A voice service reports a call: answered, key pressed (1 claims), failed. Signed with the token of the site; a repeat answers 410.',
    body: z.strictObject({
      /** `callId` of the request that began the call. */
      callId: z.string().min(1).max(400),
      event: z.enum(RING_EVENTS),
      /** The pressed key; omitted for other events. */
      key: z.string().max(1).optional(),
      /** Milliseconds since 1970, at most five minutes old, and greater than that of any earlier report on this call. */
      at: z.number().int(),
      /** HMAC-SHA256 in hex, by the token, of `callId.event.key.at` (an omitted key is empty). */
      signature: z.string().regex(/^[0-9a-f]{64}$/),
    }),
    response: z.object({ isClaimed: z.boolean() }),
    changes: true,
  }),
}
