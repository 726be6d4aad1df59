/** The checklist of a new site. Requirement OPS-09. */
import type { FirstSteps, firstStepsEndpoints } from '@mimamori/contract/site/first-steps.ts'
import type { Context, Handlers } from '#platform/context.ts'
import { fail } from '#platform/service-error.ts'
import { isSite } from '#shared/tenant-kind.ts'
import { hideSteps, isHidden, readState, showSteps } from './first-steps.queries.ts'
import { stepsOf } from './first-steps.rules.ts'

export const firstStepsRoutes: Handlers<typeof firstStepsEndpoints> = {
  'firstSteps.get': read,

  async 'firstSteps.hide'(context, { body }) {
    const { db, actor, now } = context
    if (!(await isSite(db, db.tenantId))) throw fail('site-needed')
    await (body.isHidden ? hideSteps(db, actor.userId, now) : showSteps(db, actor.userId))
    return read(context)
  },
}

async function read({ db, actor, now }: Pick<Context, 'db' | 'actor' | 'now'>): Promise<FirstSteps> {
  if (!(await isSite(db, db.tenantId))) throw fail('site-needed')
  return { steps: stepsOf(await readState(db, now), actor.packages), isHidden: await isHidden(db, actor.userId) }
}
