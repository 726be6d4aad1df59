/** The pages of the administration's lists, and what the service sends to the database for each. */
import { type EndpointKey, endpoints } from '@mimamori/contract/endpoints.ts'
import { cameraRoutes } from '@mimamori/service/camera/camera/camera.routes.ts'
import { agentRoutes } from '@mimamori/service/fleet/agent/agent.routes.ts'
import { userRoutes } from '@mimamori/service/identity/user/user.routes.ts'
import { OPERATOR_TENANT_ID } from '@mimamori/service/platform/platform.ts'
import { openDatabase, type TenantDb } from '@mimamori/service/platform/postgres/database.ts'
import { toParameter } from '@mimamori/service/platform/postgres/postgres-values.ts'
import { assetRoutes } from '@mimamori/service/site/asset/asset.routes.ts'
import { tenantRoutes } from '@mimamori/service/site/tenant/tenant.routes.ts'
import { unitRoutes } from '@mimamori/service/site/unit/unit.routes.ts'

/** `users`: the site's; `sites`: all there are, the one with the cameras included. */
export type SiteSize = { cameras: number; users: number; units: number; hubs: number; tags: number; sites: number }
export type ListPage = {
  name: string
  call: 'camera.search' | 'user.search' | 'tenant.search' | 'unit.search' | 'agent.search' | 'asset.search'
  query: { pageNumber?: number; sortColumn?: string; sortAscending?: boolean }
  body: object
  /** Who asks: the site's administrator, or the operator of the installation. */
  by: 'admin' | 'operator'
  /** How many records there are in all; undefined: it is not checked. */
  totalCount?: number
}
export type Sent = { text: string; parameters: (string | null)[] }

export const TENANT = '00000000-0000-7000-8001-000000000001'
export const ADMIN = '00000000-0000-7000-8002-000000000001'
export const OPERATOR = { userId: '00000000-0000-7000-8002-000000000002', tenantId: OPERATOR_TENANT_ID }
const PAGE_SIZE = 10

/** Each list in its own order; cameras and users by every column, by a far page, by a search. */
export function listPages({ cameras, users, ...other }: SiteSize): ListPage[] {
  const middle = (total: number) => Math.floor(total / PAGE_SIZE / 2)
  const last = (total: number) => Math.floor((total - 1) / PAGE_SIZE)
  const page = (name: string, call: ListPage['call'], rest: Partial<ListPage>): ListPage => ({
    query: {},
    body: {},
    by: 'admin',
    ...rest,
    name,
    call,
  })
  const ofCameras = (name: string, rest: Partial<ListPage>) =>
    page(`cameras ${name}`, 'camera.search', { totalCount: cameras, ...rest })
  const ofUsers = (name: string, rest: Partial<ListPage>) =>
    page(`users ${name}`, 'user.search', { totalCount: users, ...rest })
  return [
    ofCameras('by name', {}),
    ofCameras('by status', { query: { sortColumn: 'status', sortAscending: true } }),
    ofCameras('by status, turned round', { query: { sortColumn: 'status' } }),
    ofCameras('by location', { query: { sortColumn: 'location', sortAscending: true } }),
    ofCameras('by type', { query: { sortColumn: 'type', sortAscending: true } }),
    ofCameras('by unit', { query: { sortColumn: 'unitName', sortAscending: true } }),
    ofCameras('by last activity', { query: { sortColumn: 'lastActivityAt' } }),
    ofCameras('by name, middle page', { query: { pageNumber: middle(cameras) } }),
    ofCameras('by name, last page', { query: { pageNumber: last(cameras) } }),
    ofCameras('with a word', { body: { text: 'Room 11' }, totalCount: undefined }),
    ofCameras('that are online', { body: { statuses: ['Online'] }, totalCount: undefined }),
    ofUsers('by name', {}),
    ofUsers('by role', { query: { sortColumn: 'role' } }),
    ofUsers('by last sign-in', { query: { sortColumn: 'lastSignIn' } }),
    ofUsers('by name, middle page', { query: { pageNumber: middle(users) } }),
    ofUsers('by name, last page', { query: { pageNumber: last(users) } }),
    ofUsers('with a word', { body: { text: 'First 11' }, totalCount: undefined }),
    // With the site's there is the operator himself.
    ofUsers('of all sites', { by: 'operator', totalCount: users + 1 }),
    page('sites', 'tenant.search', { by: 'operator', totalCount: other.sites }),
    page('units', 'unit.search', { totalCount: other.units }),
    page('hubs', 'agent.search', { totalCount: other.hubs }),
    page('tags', 'asset.search', { body: { type: 'TAG' }, totalCount: other.tags }),
  ]
}

/** Method and address of a page of ten. */
export function requestOf({ call, query }: ListPage): { method: string; path: string } {
  const { method, path } = endpoints[call as EndpointKey]
  const parameters = new URLSearchParams({ pageSize: String(PAGE_SIZE) })
  for (const [name, value] of Object.entries(query)) parameters.set(name, String(value))
  return { method: [method].flat()[0]!, path: `${path}?${parameters}` }
}

const HANDLERS = { ...cameraRoutes, ...userRoutes, ...tenantRoutes, ...unitRoutes, ...agentRoutes, ...assetRoutes }
/** What the service sets before a call's statements, and around those of all tenants. */
const AS_TENANT = `select set_config('role', 'mimamori_app', true), set_config('app.tenant', $1, true),
  set_config('app.tenants', $2, true), set_config('app.user', $3, true)`
const AS_ROLE = `select set_config('role', $1, true)`

const ACTORS = {
  admin: { userId: ADMIN, role: 'ADMIN', tenantId: TENANT, tenantIds: [TENANT], homeTenantId: TENANT },
  operator: { ...OPERATOR, role: 'SUPER_ADMIN', tenantIds: [OPERATOR.tenantId], homeTenantId: OPERATOR.tenantId },
} as const

/** The statements of each page in their order: the service's own handlers are run, and heard. `serviceUrl` is of its own login. */
export async function statementsOf(serviceUrl: string, pages: readonly ListPage[]): Promise<Sent[][]> {
  const database = openDatabase({ url: serviceUrl, connections: 1 })
  try {
    const all: Sent[][] = []
    for (const page of pages) all.push(await heardOf(database, page))
    return all
  } finally {
    await database.stop()
  }
}

async function heardOf(database: ReturnType<typeof openDatabase>, page: ListPage): Promise<Sent[]> {
  const { userId, tenantId, tenantIds, ...rest } = ACTORS[page.by]
  const actor = { ...rest, userId, tenantId, tenantIds, sessionId: '', unitIds: null, isImpersonating: false }
  const heard: Sent[] = [{ text: AS_TENANT, parameters: [tenantId, `{${tenantIds.join(',')}}`, userId] }]
  await database.asTenant({ tenantId, tenantIds, userId, unitIds: null }, async (db) => {
    const listening = listen(db, heard)
    const context = {
      actor,
      db: listening,
      now: new Date(),
      media: { sign: () => '' },
      asPlatform: listening.asPlatform,
    }
    const { query, body } = endpoints[page.call as EndpointKey]
    const input = { query: query.parse({ ...page.query, pageSize: PAGE_SIZE }), body: body.parse(page.body) }
    await (HANDLERS[page.call] as (context: unknown, input: unknown) => Promise<unknown>)(context, input)
  })
  return heard
}

/** Sends everything on, and notes it. */
function listen(db: TenantDb, heard: Sent[]): TenantDb {
  const note = (query: Parameters<TenantDb['rows']>[0]) => {
    heard.push({ text: query.text, parameters: query.values.map((value) => toParameter(value) as string | null) })
  }
  const listening: TenantDb = {
    ...db,
    async rows<T>(query: Parameters<typeof db.rows<T>>[0]) {
      note(query)
      return db.rows<T>(query)
    },
    async first<T>(query: Parameters<typeof db.first<T>>[0]) {
      note(query)
      return db.first<T>(query)
    },
    asPlatform: (reason, work) =>
      db.asPlatform(reason, async (all) => {
        heard.push({ text: AS_ROLE, parameters: ['mimamori_platform'] })
        const result = await work({ ...all, rows: listening.rows, first: listening.first } as typeof all)
        heard.push({ text: AS_ROLE, parameters: ['mimamori_app'] })
        return result
      }),
  }
  return listening
}
