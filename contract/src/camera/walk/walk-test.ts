/**
 * The walk test: a person stands, sits, lies and lies on the floor in front of a camera, which reports what it
 * detected. Requirement REAL-11; decision 0041.
 */
import { z } from 'zod'
import { activity } from '../../shared/apps.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { point } from '../../shared/geometry.ts'
import { byId } from '../../shared/page.ts'
import { ADMINS, READERS } from '../../shared/roles.ts'
import { hubError, walkFacts } from '../hub-request.ts'
import { WALK_ENDS, WALK_KEYS_MAX, WALK_MODES, WALK_RENEWALS, WALK_RESULTS, WALK_STEPS } from './walk-lists.ts'

const step = z.enum(WALK_STEPS)
const result = z.enum(WALK_RESULTS)

/** A step of a test as the service stores it. */
export const walkStepRecord = z.object({
  /** Counts the steps of a test, repeats too. */
  key: z.number().int().min(0).max(WALK_KEYS_MAX),
  step,
  /** Where on the floor, in shares of the image; null for the other steps. */
  spot: point.nullable(),
  startedAt: z.iso.datetime(),
  /** Null: not over yet. */
  result: result.nullable(),
  endedAt: z.iso.datetime().nullable(),
})
export type WalkStepRecord = z.infer<typeof walkStepRecord>

const test = z.object({
  id: z.uuid(),
  cameraId: z.uuid(),
  cameraName: z.string(),
  location: z.string(),
  testerName: z.string(),
  startedAt: z.iso.datetime(),
  /** It ends by then. */
  endsAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  endReason: z.enum(WALK_ENDS).nullable(),
})
const walkTest = test.extend({
  steps: z.array(walkStepRecord),
  /** The hub's program version at that time; null: not reported. */
  hubVersion: z.string().nullable(),
  /** Alerts that the camera really raised meanwhile. */
  alerts: z.array(z.object({ id: z.uuid(), activity, occurredAt: z.iso.datetime() })),
  renewals: z.array(z.enum(WALK_RENEWALS)),
  /**
   * JPEG in base64, with the camera's privacy; null: none was taken, a newer test replaced it, or the privacy setting
   * changed since.
   */
  image: z.base64().nullable(),
})
export type WalkTest = z.infer<typeof walkTest>

const walkRecord = z.object({
  cameraId: z.uuid(),
  cameraName: z.string(),
  location: z.string(),
  unitName: z.string().nullable(),
  /** The newest certificate; null: never tested. */
  newest: z
    .object({
      id: z.uuid(),
      testerName: z.string(),
      endedAt: z.iso.datetime(),
      /** Steps, places on the floor included, that were not skipped, and how many of them were seen. */
      tried: z.number().int(),
      seen: z.number().int(),
      renewals: z.array(z.enum(WALK_RENEWALS)),
    })
    .nullable(),
})
export type WalkRecord = z.infer<typeof walkRecord>

export const walkTestEndpoints = {
  'walkTest.list': endpoint({
    method: 'GET',
    path: 'camera/walk-test',
    access: ADMINS,
    whileBound: 'within-units',
    summary:
      'When each camera was tested by walking before it, and which tests should be renewed, the most urgent first.',
    query: z.strictObject({ cameraId: z.uuid().optional() }),
    response: z.object({ records: z.array(walkRecord) }),
  }),
  'walkTest.running': endpoint({
    method: 'GET',
    path: 'camera/walk-test/running',
    access: READERS,
    summary:
      'Walk tests that run now: an alert of these cameras may be of the tester, and is to be looked at all the same.',
    response: z.object({ records: z.array(test) }),
  }),
  'walkTest.start': endpoint({
    method: 'POST',
    path: 'camera/walk-test/start/:cameraId',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'Begin a walk test of a camera. It replaces one that runs there. Alarms stay as they are.',
    params: z.strictObject({ cameraId: z.uuid() }),
    response: z.object({ id: z.uuid(), endsAt: z.iso.datetime() }),
    changes: true,
  }),
  'walkTest.look': endpoint({
    method: 'POST',
    path: 'camera/walk-test/look/:id',
    access: ADMINS,
    whileBound: 'within-units',
    summary:
      'What the camera sees of a step now. The step begins with its first look, and is over when the camera saw it.',
    params: byId,
    body: z
      .strictObject({
        key: z.number().int().min(0).max(WALK_KEYS_MAX),
        step,
        spot: point.nullable(),
        mode: z.enum(WALK_MODES),
      })
      .refine(({ step, spot, mode }) => mode === 'wait' || (step === 'floor') === (spot !== null), {
        path: ['spot'],
        error: 'walk-test.spot',
      }),
    response: z.object({
      facts: walkFacts.nullable(),
      error: hubError.nullable(),
      steps: z.array(walkStepRecord),
      endsAt: z.iso.datetime(),
    }),
    lasting: true,
    changes: true,
  }),
  'walkTest.finish': endpoint({
    method: 'POST',
    path: 'camera/walk-test/finish/:id',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'End a walk test: with a certificate, or without.',
    params: byId,
    body: z.strictObject({ isCertified: z.boolean() }),
    response: z.object({ endedAt: z.iso.datetime() }),
    changes: true,
  }),
  'walkTest.get': endpoint({
    method: 'GET',
    path: 'camera/walk-test/:id',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'A walk test with its steps, its image and what the camera raised meanwhile.',
    params: byId,
    response: walkTest,
  }),
  'walkTest.pdf': endpoint({
    method: 'GET',
    path: 'camera/walk-test/:id/certificate',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'The certificate of a finished walk test as a PDF of one page, in two languages. Audited.',
    params: byId,
    answer: 'bytes',
  }),
}
