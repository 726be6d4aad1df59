/** App settings of a site, for the cameras that follow it. Requirement APP-02; domain.md "Feature states". */
import { appCode } from '@mimamori/contract/shared/apps.ts'
import type { siteAppEndpoints } from '@mimamori/contract/site/site-app.ts'
import type { Context, Handlers } from '#platform/context.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { fail, found } from '#platform/service-error.ts'
import { auditAt } from '#shared/audit-at.ts'
import { renewDesired } from '#shared/desired.ts'
import { requireDetection } from '#shared/licence.ts'
import { readSiteApps, saveSiteApp } from './tenant.apps.queries.ts'
import { readTenant } from './tenant.queries.ts'
import { reachOf } from './tenant.reach.ts'

export const siteAppRoutes: Handlers<typeof siteAppEndpoints> = {
  'siteApp.list': (context, { params: { tenantId } }) =>
    context.asPlatform('read the apps of a site', async (db) => {
      await requireSite(context, db, tenantId)
      return { apps: await readSiteApps(db, tenantId, appCode.options) }
    }),

  async 'siteApp.save'(context, { params, body }) {
    const { asPlatform, afterCommit, bus, now } = context
    const { tenantId } = params
    const { app, renewed } = await asPlatform('change an app of a site', async (db) => {
      await requireSite(context, db, tenantId)
      if (body.state === 'ENABLED') await requireDetection(db, tenantId, params.appCode)
      // Every camera may follow it, by its state or by its schedule.
      const { renewed } = await renewDesired({ ...db, tenantId }, 'all', now, () =>
        saveSiteApp(db, [tenantId, params.appCode], body, now),
      )
      await auditAt(db, context, tenantId, {
        action: 'site-app.edit',
        objectType: 'tenant',
        objectId: tenantId,
        details: { appCode: params.appCode, fields: Object.keys(body) },
      })
      return { app: (await readSiteApps(db, tenantId, [params.appCode]))[0]!, renewed }
    })
    afterCommit(() => {
      for (const { id, unitId } of renewed) bus.publish(tenantId, { type: 'camera-changed', cameraId: id, unitId })
    })
    return app
  },
}

/** An organization has no cameras that could follow it: to this call it is not there. */
async function requireSite({ actor }: Context, db: PlatformDb, tenantId: string): Promise<void> {
  if (found(await readTenant(db, reachOf(actor), tenantId)).kind !== 'site') throw fail('not-found')
}
