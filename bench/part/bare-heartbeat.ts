/** The anchor of heartbeats: a bare Fastify route that writes each one in a transaction of its own, by the same statement. */
import { type Heartbeat, saveHeartbeats } from '@mimamori/service/fleet/hub/hub.heartbeat.queries.ts'
import { openDatabase } from '@mimamori/service/platform/postgres/database.ts'
import Fastify from 'fastify'

/** What the bench sends first: the address of the database, under the service's own login. */
type BareHeartbeat = { url: string }

process.once('message', async ({ url }: BareHeartbeat) => {
  const database = openDatabase({ url })
  const app = Fastify()
  app.post<{ Body: Omit<Heartbeat, 'receivedAt'> }>('/', async ({ body }) => {
    await database.asPlatform('heartbeat', (db) => saveHeartbeats(db, [{ ...body, receivedAt: new Date() }]))
    return {}
  })
  process.send!(await app.listen({ port: 0, host: '127.0.0.1' }))
})
process.on('disconnect', () => process.exit(0))
