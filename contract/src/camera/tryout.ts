/** Trying an app's settings on what its hub sees, before they are saved. Requirement APP-06. */
import { z } from 'zod'
import { alertAppCode } from '../shared/apps.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ADMINS } from '../shared/roles.ts'
import { appSettings } from './app-settings.ts'
import { hubError, tryoutFacts } from './hub-request.ts'
import { schedule } from './schedule.ts'

/** Exactly one of `facts` and `error`, or neither where the hub cannot run the app. */
export const tryout = z.object({
  /** False: the camera's hub does not have this app, so nothing can be tried. Null: not reported yet. */
  isRunnable: z.boolean().nullable(),
  facts: tryoutFacts.nullable(),
  error: hubError.nullable(),
})
export type Tryout = z.infer<typeof tryout>

export const tryoutEndpoints = {
  'cameraApp.tryout': endpoint({
    method: 'POST',
    path: 'camera/app/tryout/:cameraId/:appCode',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'What an app of a camera sees now, and what it would have raised in the last hour with these settings.',
    params: z.strictObject({ cameraId: z.uuid(), appCode: alertAppCode }),
    body: z.strictObject({
      settings: appSettings,
      /** Null: always. */
      schedule: schedule.nullable(),
    }),
    response: tryout,
    lasting: true,
  }),
}
