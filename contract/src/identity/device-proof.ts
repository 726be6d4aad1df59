/** Whether alarms were seen and heard on a device, as a person confirmed. Requirements ALARM-03, PROOF-01. */
import { z } from 'zod'
import { ANSWERERS } from '../shared/alarm-state.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ADMINS } from '../shared/roles.ts'
import { deviceKind } from './device.ts'

/** Maximum number of stored devices of one user; the least recently used one is dropped. */
export const DEVICES_PER_USER = 20
/** People that one answer names. */
export const DEVICE_OWNERS_MAX = 500

/** Push messages in this browser. `impossible`: it has none, as on an iPhone before Mimamori is on the home screen. */
export const pushReadiness = z.enum(['on', 'off', 'refused', 'impossible'])
export type PushReadiness = z.infer<typeof pushReadiness>

const stepResult = z.enum(['done', 'skipped', 'impossible'])
export type ProofStepResult = z.infer<typeof stepResult>
/** `silent` done: the person says that the silent mode is off. */
const proofSteps = z.strictObject({
  sound: stepResult,
  notification: stepResult,
  install: stepResult,
  silent: stepResult,
})
export type ProofSteps = z.infer<typeof proofSteps>

/** A browser's report on itself. */
export const presentDevice = {
  /** The random name that this browser has given itself. */
  device: z.string().min(1).max(200),
  kind: deviceKind,
  push: pushReadiness,
}

const proof = z.object({
  /** When the test alarm was last seen and heard; null: never, or a person skipped it. */
  provenAt: z.iso.datetime().nullable(),
  /** Name of the account on which it was confirmed. */
  provenByName: z.string().nullable(),
  /** Null: nobody has completed the steps. */
  steps: proofSteps.nullable(),
})

const alarmDevice = proof.extend({
  id: z.uuid(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  kind: deviceKind,
  push: pushReadiness,
  seenAt: z.iso.datetime(),
})
export type AlarmDevice = z.infer<typeof alarmDevice>

const owner = z.object({
  userId: z.uuid(),
  userName: z.string(),
  /** Empty: this person has not opened Mimamori on any device since devices are proven. */
  devices: z.array(alarmDevice),
})
export type DeviceOwner = z.infer<typeof owner>

export const deviceProofEndpoints = {
  'deviceProof.present': endpoint({
    method: 'POST',
    path: 'device/proof/present',
    access: ANSWERERS,
    summary: 'Say on which device one has signed in, and hear whether alarms were proven on it.',
    body: z.strictObject(presentDevice),
    response: proof,
    changes: true,
  }),
  'deviceProof.save': endpoint({
    method: 'POST',
    path: 'device/proof/save',
    access: ANSWERERS,
    summary: 'Store what a person confirmed of the test alarm on this device; seen and heard proves it.',
    body: z.strictObject({ ...presentDevice, steps: proofSteps, isSeen: z.boolean(), isHeard: z.boolean() }),
    response: proof,
    changes: true,
  }),
  'deviceProof.ofSite': endpoint({
    method: 'GET',
    path: 'device/proof/site',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'Everybody of the scope that answers alarms, with their devices and whether these were proven.',
    response: z.object({ owners: z.array(owner), totalCount: z.number().int() }),
  }),
}
