/** The baseline of alert-search: one Fastify route that runs prepared statements through postgres.js. */
import { connect } from '@mimamori/service/platform/postgres/postgres-url.ts'
import Fastify from 'fastify'

/** What the bench sends first: the statements of an answer, and for each user the parameters of each. */
export type BareRoute = { url: string; texts: string[]; parameters: (string | null)[][][] }

process.once('message', async ({ url, texts, parameters }: BareRoute) => {
  const sql = connect(url, { max: 4, connection: { plan_cache_mode: 'force_generic_plan' } as Record<string, string> })
  const app = Fastify()
  app.put('/', async () => {
    const ofOne = parameters[Math.floor(Math.random() * parameters.length)]!
    const answers = texts.map((text, at) => sql.unsafe(text, ofOne[at]!, { prepare: true }))
    const [count, records] = await Promise.all(answers)
    return { records, totalCount: Number(count![0]!.alerts) }
  })
  process.send!(await app.listen({ port: 0, host: '127.0.0.1' }))
})
process.on('disconnect', () => process.exit(0))
