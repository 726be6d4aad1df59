/** The statements behind a page of alerts, recorded from the service itself, and the same as pgbench scripts. */
import { countAlerts } from '@mimamori/service/alerting/alert/alert.counts.ts'
import { readPage } from '@mimamori/service/alerting/alert/alert.queries.ts'
import { toSearch } from '@mimamori/service/alerting/alert/alert.search.ts'
import { type Database, openDatabase, type TenantDb } from '@mimamori/service/platform/postgres/database.ts'
import { toParameter } from '@mimamori/service/platform/postgres/postgres-values.ts'
import { TENANTS, tenantId, USERS, userId } from './alert-history.ts'

type Query = Parameters<TenantDb['rows']>[0]

/** Parameters as the driver sends them. */
export type Statement = { text: string; parameters: (string | null)[] }
/** A script for pgbench, with the values of its variables. */
export type PgbenchScript = { text: string; variables: Record<string, string> }
export type Caller = { userId: string; tenantId: string }

/** The statements of a page of alerts. */
type PageStatements = { page: Statement; count: Statement }

/** The service's statements for each caller's latest ten alerts and their number. `serviceUrl` has the service's own login. */
export async function pageStatements(serviceUrl: string, callers: readonly Caller[]): Promise<PageStatements[]> {
  const database = openDatabase({ url: serviceUrl, connections: 1 })
  try {
    return await Promise.all(callers.map((caller) => statementsOf(database, caller)))
  } finally {
    await database.stop()
  }
}

function statementsOf(database: Database, { userId, tenantId }: Caller): Promise<PageStatements> {
  const tenantIds = [tenantId]
  const subject = toSearch({ ...NURSE, userId, tenantId, tenantIds }, {})!
  return database.asTenant({ tenantId, tenantIds, userId, unitIds: null }, async (db) => {
    const page = await overheard(db, (listening) =>
      readPage(listening, subject, { pageNumber: 0, pageSize: 10, sortAscending: false }),
    )
    return { page, count: await overheard(db, (listening) => countAlerts(listening, subject)) }
  })
}

/** Records the single statement that `work` sends, without executing it. */
async function overheard(db: TenantDb, work: (listening: TenantDb) => Promise<unknown>): Promise<Statement> {
  const sent: Statement[] = []
  const hear = async (query: Query) => {
    sent.push({ text: query.text, parameters: query.values.map((value) => toParameter(value) as string | null) })
    return []
  }
  const first = async (query: Query) => {
    await hear(query)
    return { alerts: 0 }
  }
  await work({ ...db, rows: hear, first } as TenantDb)
  const [statement] = sent
  if (!statement || sent.length > 1) throw new Error(`A page of alerts takes ${sent.length} statements, not one`)
  return statement
}

/** A nurse of one site without assigned units; a caller fills in the ids. */
const NURSE = {
  sessionId: '',
  homeTenantId: '',
  originSessionId: null,
  allowedRanges: [],
  role: 'USER',
  isImpersonating: false,
  factorLimit: null,
  provenAt: null,
  unitIds: null,
  packages: [],
  isRecordingEnabled: false,
  isLiveStreamingEnabled: false,
  streamingRestrictionMinutes: null,
  tenantTimezone: 'Asia/Tokyo',
} as const

/** Statements of `caller` with a random caller in each run; everything else stays a parameter. */
export function pgbenchScript(statements: readonly Statement[], caller: Caller): PgbenchScript {
  const variables: Record<string, string> = {}
  const drawn = new Map([
    [caller.userId, userId(':user')],
    [`{"${caller.tenantId}"}`, `array[${tenantId(`:user % ${TENANTS}`)}]`],
  ])
  const lines = statements.map(({ text, parameters }, at) =>
    text.replaceAll(/\$(\d+)/g, (_, number) => {
      const value = parameters[Number(number) - 1] ?? ''
      const expression = drawn.get(value)
      if (expression) return expression
      const name = `s${at}p${number}`
      variables[name] = value
      return `:${name}`
    }),
  )
  return { text: `\\set user random(0, ${USERS - 1})\n${lines.map((line) => `${line};\n`).join('')}`, variables }
}
