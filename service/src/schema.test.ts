import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schemaText } from '#testing/schema-text.ts'
import { startService, type TestService } from '#testing/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

test('docs/schema.sql is the schema that the migrations make', async () => {
  const file = join(import.meta.dirname, '..', '..', 'docs', 'schema.sql')
  await expect(await schemaText(service.sql)).toMatchFileSnapshot(file)
})
