/** The anchor of alert-search: one Fastify route that runs one prepared statement through postgres.js, and no more. */
import { connect } from '@mimamori/service/platform/postgres-url.ts'
import Fastify from 'fastify'

/** What the bench sends first: the statement, and the parameters of one call for each user. */
export type BareRoute = { url: string; text: string; parameters: (string | null)[][] }

process.once('message', async ({ url, text, parameters }: BareRoute) => {
  const sql = connect(url, { max: 4, connection: { plan_cache_mode: 'force_generic_plan' } as Record<string, string> })
  const app = Fastify()
  app.put('/', async () => {
    const ofOne = parameters[Math.floor(Math.random() * parameters.length)]!
    return { records: await sql.unsafe(text, ofOne, { prepare: true }) }
  })
  process.send!(await app.listen({ port: 0, host: '127.0.0.1' }))
})
process.on('disconnect', () => process.exit(0))
