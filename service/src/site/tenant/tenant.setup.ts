/** The first setup of an empty installation. Requirement DOOR-01. */
import { randomBytes } from 'node:crypto'
import type { Setup, setupEndpoints } from '@mimamori/contract/site/setup.ts'
import { REGION, tenantDraft } from '@mimamori/contract/site/tenant.ts'
import type { Context, Handlers } from '#platform/context.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { fail } from '#platform/service-error.ts'
import { requireAccess } from '#shared/access.ts'
import { auditAt } from '#shared/audit-at.ts'
import { insertTenant } from './tenant.queries.ts'
import { usualLicence } from './tenant.reach.ts'
import { tenantRoutes } from './tenant.routes.ts'
import { isCodeTaken, lockSetup, readFirstOrganisation, readSiteState, readSites } from './tenant.setup.queries.ts'

export const setupRoutes: Handlers<typeof setupEndpoints> = {
  'setup.get': read,

  async 'setup.home'(context, { body }) {
    const sites = await context.asPlatform('the first home', async (db) => {
      await lockSetup(db)
      return readSites(db)
    })
    if (sites.length > 1) throw fail('in-use')
    if (sites[0])
      await tenantRoutes['tenant.patch'](context, { params: {}, query: {}, body: { id: sites[0].id, ...body } })
    else await createHome(context, body)
    return read(context)
  },
}

function read({ asPlatform, config, now }: Context): Promise<Setup> {
  return asPlatform('how far the setup is', async (db) => {
    const sites = await readSites(db)
    const home = sites.length === 1 ? sites[0]! : null
    const state = home ? await readSiteState(db, home.id, now) : { hub: null, camera: null, people: [] }
    return { home, isOver: sites.length > 1, isHubHere: config.localHubKeyFile !== null, ...state }
  })
}

type Home = { name: string; timezone: string }

async function createHome(context: Context, { name, timezone }: Home): Promise<void> {
  const { actor, asPlatform, config, now } = context
  requireAccess(actor, 'act in their own name')
  await asPlatform('create the first home', async (db) => {
    const draft = async (code: string, parentId: string | null) => ({
      ...tenantDraft.parse({ name, code: await freeCode(db, code), region: REGION, parentId, timezone }),
      ...usualLicence(config),
      isRecordingEnabled: parentId !== null,
      isLiveStreamingEnabled: parentId !== null,
    })
    const create = async (code: string, parentId: string | null) => {
      const id = await insertTenant(db, await draft(code, parentId), now)
      const entry = { action: 'tenant.create', objectType: 'tenant', objectId: id, details: { name, parentId } }
      await auditAt(db, context, id, entry)
      return id
    }
    await create('home', (await readFirstOrganisation(db)) ?? (await create('organisation', null)))
  })
}

/** The word itself, or with letters behind it where another tenant has it. */
async function freeCode(db: PlatformDb, word: string): Promise<string> {
  return (await isCodeTaken(db, word)) ? `${word}-${randomBytes(3).toString('hex')}` : word
}
