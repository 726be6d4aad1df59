/** Which roles must have a second factor, of a site, an organization or the installation. Requirement REACH-22. */
import type { FactorRule, factorRuleEndpoints } from '@mimamori/contract/identity/factor-rule.ts'
import type { Context, Handlers } from '#platform/context.ts'
import { OPERATOR_TENANT_ID } from '#platform/platform.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { fail, found } from '#platform/service-error.ts'
import { hasAccess } from '#shared/access.ts'
import { auditAt } from '#shared/audit-at.ts'
import { placeOf } from '#shared/tenant-kind.ts'
import { readRule, saveRule } from './factor-rule.queries.ts'
import { openSessions } from './security.queries.ts'

const OF_INSTALLATION: FactorRule['possible'] = ['SUPER_ADMIN']
const OF_ORGANIZATION: FactorRule['possible'] = ['ORG_ADMIN']
const OF_SITE: FactorRule['possible'] = ['ADMIN', 'USER', 'RESTRICTED_USER', 'ANNOTATOR']

export const factorRuleRoutes: Handlers<typeof factorRuleEndpoints> = {
  async 'factorRule.get'(context, { query }) {
    const tenantId = ruledBy(context, query.tenantId)
    return context.asPlatform('who needs a second factor', (db) => ruleOf(db, tenantId))
  },

  async 'factorRule.save'(context, { body }) {
    const { asPlatform, afterCommit, sessions, now } = context
    const tenantId = ruledBy(context, body.tenantId)
    const { rule, concerned } = await asPlatform('save who needs a second factor', async (db) => {
      const before = found(await readRule(db, tenantId))
      const possible = possibleIn(tenantId, before.kind)
      if (!body.roles.every((role) => possible.includes(role))) throw fail('invalid-request', { roles: 'invalid' })
      // A role that was there already keeps its time.
      const since = Object.fromEntries(body.roles.map((role) => [role, before.since[role] ?? now.toISOString()]))
      if (!(await saveRule(db, { ...body, tenantId, since }))) throw fail('conflict')
      const details = { before: Object.keys(before.since), roles: body.roles, graceDays: body.graceDays }
      await auditAt(db, context, tenantId, {
        action: 'factor-rule.save',
        objectType: 'tenant',
        objectId: tenantId,
        details,
      })
      return { rule: await ruleOf(db, tenantId), concerned: await openSessions(db, tenantId) }
    })
    afterCommit(() => sessions.changed(...concerned))
    return rule
  },
}

/** The operator outside of a site sets it for the installation. */
function ruledBy(context: Pick<Context, 'actor'>, named: string | undefined): string {
  const isOutside = named === undefined || named === OPERATOR_TENANT_ID
  return isOutside && hasAccess(context.actor, 'reach all sites') ? OPERATOR_TENANT_ID : placeOf(context, named)
}

async function ruleOf(db: PlatformDb, tenantId: string): Promise<FactorRule> {
  const { kind, since, ...rule } = found(await readRule(db, tenantId))
  const possible = possibleIn(tenantId, kind)
  return { tenantId, possible, roles: possible.filter((role) => since[role] !== undefined), ...rule }
}

function possibleIn(tenantId: string, kind: string): FactorRule['possible'] {
  if (tenantId === OPERATOR_TENANT_ID) return OF_INSTALLATION
  return kind === 'organisation' ? OF_ORGANIZATION : OF_SITE
}
