/** The statement behind a page of alerts, taken from the service itself, and the same one as pgbench runs it. */
import { readPage } from '@mimamori/service/features/alert/alert.queries.ts'
import { toQuestion } from '@mimamori/service/features/alert/alert.question.ts'
import { type Database, openDatabase, type TenantDb } from '@mimamori/service/platform/database.ts'
import { toParameter } from '@mimamori/service/platform/postgres-values.ts'
import { TENANTS, tenantId, USERS, userId } from './alert-history.ts'

/** Parameters as the driver sends them. */
export type Statement = { text: string; parameters: (string | null)[] }
/** A script for pgbench, with the values of its variables. */
export type PgbenchScript = { text: string; variables: Record<string, string> }
export type Caller = { userId: string; tenantId: string }

/** What the service asks for each caller's newest ten alerts. `serviceUrl` is of the service's own login. */
export async function pageStatements(serviceUrl: string, callers: readonly Caller[]): Promise<Statement[]> {
  const database = openDatabase({ url: serviceUrl, lanes: 1 })
  try {
    return await Promise.all(callers.map((caller) => pageStatement(database, caller)))
  } finally {
    await database.stop()
  }
}

function pageStatement(database: Database, { userId, tenantId }: Caller): Promise<Statement> {
  const tenantIds = [tenantId]
  const question = toQuestion({ ...NURSE, userId, tenantId, tenantIds }, {})!
  return database.asTenant({ tenantId, tenantIds, userId, unitIds: null }, async (db) => {
    const sent: Statement[] = []
    const listening: TenantDb = {
      ...db,
      async rows(query) {
        const { sql, parameters } = query.compile(db.db)
        sent.push({ text: sql, parameters: parameters.map((value) => toParameter(value) as string | null) })
        return []
      },
    }
    await readPage(listening, question, { pageNumber: 0, pageSize: 10, sortAscending: false })
    return sent[0]!
  })
}

/** A nurse of one site who is bound to no unit, but for her ids. */
const NURSE = {
  sessionId: '',
  homeTenantId: '',
  role: 'USER',
  isImpersonating: false,
  unitIds: null,
  packages: [],
  isRecordingEnabled: false,
  isLiveStreamingEnabled: false,
  streamingRestrictionMinutes: null,
  tenantTimezone: 'Asia/Tokyo',
} as const

/** `statement` of `caller` with a caller drawn by chance at each run; everything else stays a parameter. */
export function pgbenchScript({ text, parameters }: Statement, caller: Caller): PgbenchScript {
  const variables: Record<string, string> = {}
  const drawn = new Map([
    [caller.userId, userId(':user')],
    [`{"${caller.tenantId}"}`, `array[${tenantId(`:user % ${TENANTS}`)}]`],
  ])
  const sql = text.replaceAll(/\$(\d+)/g, (_, number) => {
    const value = parameters[Number(number) - 1] ?? ''
    const expression = drawn.get(value)
    if (expression) return expression
    variables[`p${number}`] = value
    return `:p${number}`
  })
  return { text: `\\set user random(0, ${USERS - 1})\n${sql};\n`, variables }
}
