/** Instances that start at the same time change rows that the whole server shares. */
import { expect, inject, test } from 'vitest'
import { createSecrets } from '#platform/secrets.ts'
import { TEST_MASTER_KEY } from '#testing/clock.ts'
import { servicePassword } from '../migrate.ts'
import { connect, withParts } from '../postgres-url.ts'
import { SERVICE_LOGIN } from './needs.ts'
import { prepareRoles } from './roles.ts'
import { storeSessionSettings } from './session-settings.ts'

const INSTANCES = 8
const password = servicePassword(createSecrets(TEST_MASTER_KEY))
const adminUrl = inject('databaseUrl')

test('eight instances make the roles ready at the same time', async () => {
  const clients = Array.from({ length: INSTANCES }, () => connect(adminUrl, { max: 1, onnotice: () => {} }))
  await Promise.all(clients.map((client) => client`select 1`))
  await Promise.all(clients.map((client) => prepareRoles(client, password)))
  await Promise.all(clients.map((client) => client.end()))
})

test('eight instances store the settings of their sessions at the same time', async () => {
  const url = withParts(adminUrl, { user: SERVICE_LOGIN, password })
  await Promise.all(Array.from({ length: INSTANCES }, () => storeSessionSettings(url, 30_000)))
  const session = connect(url, { max: 1, onnotice: () => {} })
  const [row] = await session`select current_setting('statement_timeout') as timeout`
  await session.end()
  expect(row).toEqual({ timeout: '30s' })
})
