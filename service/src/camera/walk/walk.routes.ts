/**
 * Walk tests: a person acts in front of a camera, which reports what it detected. Requirement REAL-11; decision 0041.
 */

import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import type { WalkFacts } from '@mimamori/contract/camera/hub-request.ts'
import type { walkTestEndpoints } from '@mimamori/contract/camera/walk/walk-test.ts'
import type { Handlers } from '#platform/context.ts'
import { fail, found } from '#platform/service-error.ts'
import { hasAccess } from '#shared/access.ts'
import { answererOf } from '#shared/answerer.ts'
import { residentScope } from '#shared/resident-scope.ts'
import { shownAnswer } from '#shared/shown/hub-images.ts'
import { downloadCertificate } from './walk.download.ts'
import {
  endWalk,
  insertWalk,
  lockCamera,
  lockWalk,
  readRunning,
  readWalk,
  readWalkAlerts,
  readWalks,
  saveSteps,
  type WalkPlace,
} from './walk.queries.ts'
import { withResult, withStep } from './walk.rules.ts'

/** The page polls every second; a slower hub counts as silent. */
const ANSWER_MS = 8000

export const walkTestRoutes: Handlers<typeof walkTestEndpoints> = {
  async 'walkTest.list'({ db, actor }, { query }) {
    const scope = residentScope(actor)
    return { records: scope ? await readWalks(db, scope, query.cameraId) : [] }
  },

  async 'walkTest.running'({ db, actor, now }) {
    const scope = residentScope(actor)
    return { records: scope ? await readRunning(db, scope, now) : [] }
  },

  async 'walkTest.start'(context, { params }) {
    const { db, actor, now, audit, rateLimit, afterCommit, bus } = context
    const place = found(await lockCamera(db, found(residentScope(actor)), params.cameraId))
    rateLimit.take('visit', actor.userId)
    const { by } = await answererOf(context, place.tenantId, { source: 'console' })
    const walk = await insertWalk(db, place, by, now)
    const details = { testId: walk.id }
    await audit({ action: 'walkTest.start', objectType: 'camera', objectId: place.cameraId, details })
    afterCommit(() => bus.publish(place.tenantId, walkEvent(place)))
    return walk
  },

  async 'walkTest.look'({ actor, asTenant, askHub, now }, { params, body }) {
    const scope = found(residentScope(actor))
    const open = async <T>(work: (walk: NonNullable<Awaited<ReturnType<typeof lockWalk>>>, db: Db) => Promise<T>) =>
      asTenant(async (db) => {
        const walk = found(await lockWalk(db, scope, params.id))
        if (walk.endedAt !== null || Date.parse(walk.endsAt) <= now.getTime()) throw fail('conflict')
        return work(walk, db)
      })
    const walk = await open(async (one, db) => {
      const steps = withStep(one.steps, body, now)
      await saveSteps(db, params.id, steps, { now })
      return { ...one, steps }
    })
    const step = walk.steps.find(({ key }) => key === body.key)
    const since = step?.startedAt ?? now.toISOString()
    const { cameraId } = walk
    const request = { type: 'walk' as const, cameraId, step: body.step, spot: body.spot, since }
    const answer = await askHub(walk.tenantId, found(walk.agentId), request, { timeoutMs: ANSWER_MS })
    const facts = answer.result ? factsOf(shownAnswer(answer.result, hasAccess(actor, 'see clear frames', walk))) : null
    // Another look may have ended the step meanwhile.
    const steps = await open(async (one, db) => {
      const judged = withResult(one.steps, body, answer.result ?? null, now)
      const isOver = judged.some((each, at) => each.result !== one.steps[at]?.result)
      const image = isOver && answer.result?.frame ? Buffer.from(answer.result.frame.jpeg, 'base64') : undefined
      await saveSteps(db, params.id, judged, { now, image })
      return judged
    })
    return { facts, error: answer.error ?? null, steps, endsAt: walk.endsAt }
  },

  async 'walkTest.finish'({ db, actor, now, audit, afterCommit, bus }, { params, body }) {
    const walk = found(await lockWalk(db, found(residentScope(actor)), params.id))
    if (walk.endedAt !== null) return { endedAt: walk.endedAt }
    const isTried = walk.steps.some(({ result }) => result !== null && result !== 'skipped')
    if (body.isCertified && !isTried) throw fail('invalid-request', { isCertified: 'walk-test.empty' })
    const reason = body.isCertified ? 'finished' : 'cancelled'
    await endWalk(db, { ...walk, id: params.id }, reason, now)
    const details = { testId: params.id, reason }
    await audit({ action: 'walkTest.end', objectType: 'camera', objectId: walk.cameraId, details })
    afterCommit(() => bus.publish(walk.tenantId, walkEvent(walk)))
    return { endedAt: now.toISOString() }
  },

  async 'walkTest.get'({ db, actor }, { params }) {
    const walk = found(await readWalk(db, found(residentScope(actor)), params.id))
    const alerts = await readWalkAlerts(db, walk)
    const { tenantId: _, unitId: __, siteName: ___, timezone: ____, isClearRefused, image, ...facts } = walk
    const isShown = image !== null && hasAccess(actor, 'see clear frames', { isClearRefused })
    return { ...facts, alerts, image: isShown ? Buffer.from(image).toString('base64') : null }
  },

  'walkTest.pdf': downloadCertificate,
}

type Db = Parameters<typeof saveSteps>[0]

const factsOf = ({ type: _, ...facts }: WalkFacts & { type: 'walk' }): WalkFacts => facts

export function walkEvent({ cameraId, unitId }: WalkPlace): LiveEvent {
  return { type: 'camera-changed', cameraId, unitId }
}
