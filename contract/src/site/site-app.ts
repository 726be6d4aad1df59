/** App settings of a site, for cameras without a setting of their own or of their unit. Requirement APP-02. */
import { z } from 'zod'
import { appCode } from '../shared/apps.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ADMINS } from '../shared/roles.ts'
import { followedApp, followedAppPatch } from './followed-app.ts'

export const siteAppEndpoints = {
  'siteApp.list': endpoint({
    method: 'GET',
    path: 'tenant/app/:tenantId',
    access: ADMINS,
    whileBound: 'refused',
    summary: 'What a site says about every app, and what holds on its cameras.',
    params: z.strictObject({ tenantId: z.uuid() }),
    response: z.object({ apps: z.array(followedApp) }),
  }),
  'siteApp.save': endpoint({
    method: 'POST',
    path: 'tenant/app/:tenantId/:appCode',
    access: ADMINS,
    whileBound: 'refused',
    summary: 'Change the state and the weekly schedule of an app for the cameras that follow their site.',
    params: z.strictObject({ tenantId: z.uuid(), appCode }),
    body: followedAppPatch,
    response: followedApp,
    changes: true,
  }),
}
