// The types that a client of the API gets from its description, for the test that calls by them: service/dist/described-api.d.ts.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints } from '@mimamori/contract/endpoints.ts'
import { NAMED_SCHEMAS } from '@mimamori/contract/schema-names.ts'
import openapiTypes, { astToString } from 'openapi-typescript'
import { describeApi } from '../service/src/platform/http/openapi.ts'

/** Writes them anew. */
export async function writeDescribedApi(root: string): Promise<void> {
  const document = describeApi(endpoints, NAMED_SCHEMAS)
  const folder = join(root, 'service', 'dist')
  mkdirSync(folder, { recursive: true })
  const types = await openapiTypes(JSON.stringify(document), { defaultNonNullable: false })
  writeFileSync(join(folder, 'described-api.d.ts'), astToString(types))
}
