// Each call that names an object, by each role, for the object of each place: some 13,500 calls. S1
import { endpoints } from '@mimamori/contract/endpoints.ts'
import type { Endpoint } from '@mimamori/contract/shared/endpoint.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WHO } from './testing/matrix/expectations.ts'
import { buildWorld, objectErrors, PRINCIPALS, type World } from './testing/matrix/matrix.ts'
import { OBJECTS } from './testing/matrix/objects.ts'
import { startService, type TestService } from './testing/service.ts'

const TABLE = Object.entries<Endpoint>(endpoints)
const WHO_OF: Record<string, string> = WHO
const OBJECT_OF: Record<string, (typeof OBJECTS)[keyof typeof OBJECTS]> = OBJECTS

let service: TestService
let world: World
beforeAll(async () => {
  // All calls of all roles come from one address at one time.
  service = await startService({ env: { MIMAMORI_RATE_FACTOR: '1000' } })
  world = await buildWorld(service)
})
afterAll(() => service.stop())

describe('S1 reach of objects', () => {
  test.each(PRINCIPALS)(
    '%s reaches what the matrix says, and another object counts as not found',
    async (principal) => {
      const errors: string[] = []
      for (const [key, entry] of TABLE) {
        const naming = OBJECT_OF[key]
        if (naming)
          errors.push(...(await objectErrors(world, service.app.http, [key, entry, WHO_OF[key]!, naming], principal)))
      }
      expect(errors.join('\n')).toBe('')
    },
    // Hundreds of calls, each with its own session, on a possibly busy machine.
    90_000,
  )
})
