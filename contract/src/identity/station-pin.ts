/** A person's PIN for shared stations: asked before an alarm is ended there, if the site wants it. Requirement REACH-25. */
import { z } from 'zod'
import { ANSWERERS } from '../shared/alarm-state.ts'
import { endpoint } from '../shared/endpoint.ts'
import { whenMissing } from '../shared/errors.ts'
import { codeText } from '../shared/text.ts'

/** A press counts if it was made within this time after its PIN, in ms. */
export const PIN_GOOD_MS = 5 * 60_000

const pin = codeText().regex(/^\d{4,8}$/, 'station-pin.invalid')

/** Four to eight digits that are neither all the same nor in a row up or down. */
const newPin = pin.refine(
  (digits) =>
    ![0, 1, -1].some((step) =>
      [...digits].every((one, at) => at === 0 || Number(one) - Number(digits[at - 1]) === step),
    ),
  'station-pin.easy',
)

/** What a person enters at a station. */
export const pinEntry = z.strictObject({ pin })

export const stationPinDraft = z.strictObject({
  /** Base64 of the UTF-8 password, as for login. */
  currentPassword: z
    .string(whenMissing('profile.current-password-required'))
    .min(1, 'profile.current-password-required')
    .max(1024),
  pin: newPin,
})

export const stationPinEndpoints = {
  'stationPin.get': endpoint({
    method: 'GET',
    path: 'stationPin',
    access: 'signed-in',
    summary: 'Whether one has a PIN for shared stations.',
    response: z.object({ isSet: z.boolean() }),
  }),
  'stationPin.save': endpoint({
    method: 'POST',
    path: 'stationPin',
    access: 'signed-in',
    summary: 'Set or replace the own PIN for shared stations.',
    body: stationPinDraft,
    response: z.object({ isSet: z.boolean() }),
    changes: true,
    lasting: true,
  }),
  'stationPin.remove': endpoint({
    method: 'POST',
    path: 'stationPin/remove',
    access: 'signed-in',
    summary: 'Remove the own PIN for shared stations.',
    body: stationPinDraft.omit({ pin: true }),
    response: z.object({ isSet: z.boolean() }),
    changes: true,
    lasting: true,
  }),
  'stationPin.prove': endpoint({
    method: 'POST',
    path: 'stationPin/prove',
    access: ANSWERERS,
    summary:
      'At a SHARED station: verify the PIN of a person. `proof` belongs into presses of the next five minutes that end an alarm.',
    body: z.strictObject({ userId: z.uuid(), pin }),
    response: z.object({ proof: z.string() }),
    changes: true,
    lasting: true,
  }),
}
