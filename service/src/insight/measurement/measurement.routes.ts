/** What was measured of cameras: from hubs in, to people out. Requirements METRIC-02, METRIC-03. */

import type { measurementEndpoints } from '@mimamori/contract/insight/measurement.ts'
import { isLookNoted } from '#platform/auth/audit.ts'
import type { Handlers } from '#platform/context.ts'
import { found } from '#platform/service-error.ts'
import { residentScope } from '#shared/resident-scope.ts'
import { putBlock } from './measurement.intake.ts'
import { findWhyCamera, readBlocks, readRaised } from './measurement.queries.ts'
import { openBlock, secondsOf } from './measurement.rules.ts'

export const measurementRoutes: Handlers<typeof measurementEndpoints> = {
  'measurement.putBlock': putBlock,

  async 'measurement.why'(context, { query }) {
    const { db, actor, now } = context
    const cameraId = query.cameraId.toLowerCase()
    const scope = found(residentScope(actor))
    const { tenantId, ...camera } = found(await findWhyCamera(db, scope, cameraId))
    const of = { tenantId, cameraId, from: new Date(query.from), to: new Date(query.to) }
    const blocks = (await readBlocks(db, of)).flatMap((body) => openBlock(body) ?? [])
    const [fromSecond, toSecond] = [of.from.getTime() / 1000, of.to.getTime() / 1000]
    const seconds = [...secondsOf(blocks).values()]
      .filter(({ second }) => second >= fromSecond && second < toSecond)
      .sort((a, b) => a.second - b.second)
    if (tenantId !== db.tenantId) await db.writeTo(tenantId)
    const look = { action: 'measurement.view', objectType: 'camera', objectId: cameraId }
    if (!(await isLookNoted(db, { sessionId: actor.sessionId, now }, look))) await context.audit(look)
    const apps = seconds.length > 0 ? blocks.at(-1)!.apps : []
    return { cameraId, ...camera, apps, seconds, alerts: await readRaised(db, of) }
  },
}
