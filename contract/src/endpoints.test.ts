import { describe, expect, test } from 'vitest'
import { endpoints } from './endpoints.ts'
import type { Endpoint } from './shared/endpoint.ts'
import { methodOf } from './shared/endpoint.ts'
import { SERVICE_ERRORS } from './shared/errors.ts'
import { mayGrant, ROLES } from './shared/roles.ts'

const table = Object.entries(endpoints) as [string, Endpoint][]

describe('the table of calls', () => {
  test('no two entries of the table match the same request', () => {
    const shapes = table.flatMap(([, of]) =>
      [of.method].flat().map((verb) => `${verb} ${of.path.replace(/:\w+/g, ':')}`),
    )
    expect(shapes.filter((shape, at) => shapes.indexOf(shape) !== at)).toEqual([])
  })

  test('every path parameter of the table is a field of its schema', () => {
    const stray = table.filter(([, of]) => {
      const named = [...of.path.matchAll(/:(\w+)/g)].map((found) => found[1]!)
      const probe = of.params.safeParse({})
      const asked = probe.success ? [] : probe.error.issues.map((issue) => String(issue.path[0]))
      return named.toSorted().join() !== asked.toSorted().join()
    })
    expect(stray.map(([key]) => key)).toEqual([])
  })

  test('every call but reads, searches, sign-ins and calls of hubs is marked as a change', () => {
    const reads =
      /search$|^login$|^logout$|^refreshToken$|^firstRun$|^live\/open|^(metrics|load)\/|\/(names|choices|dryRun|rooms|people|next|conflicts|duty|losing)$|^alert\/neighbours\/|^camera\/app\/tryout\//
    // Calls without a session, of people and service workers: a link, code or token grants the right.
    const arrivals = [
      'invitation.look',
      'ringClaim.read',
      'invitation.accept',
      'reset.request',
      'reset.verify',
      'hub.register',
      'passkey.challenge',
      'oidc.begin',
      'oidc.finish',
      'passkey.signIn',
      'notification.receipt',
    ]
    const unmarked = table.filter(
      ([key, of]) =>
        of.access !== 'hub' &&
        !arrivals.includes(key) &&
        methodOf(of) !== 'GET' &&
        !reads.test(of.path) &&
        !of.path.startsWith('hub/') &&
        !of.changes,
    )
    expect(unmarked.map(([key]) => key)).toEqual([])
  })

  test('every call of administrators alone defines the rights of one bound to units', () => {
    const silent = table.filter(
      ([, { access, whileBound }]) =>
        typeof access !== 'string' && access.includes('ADMIN') && !access.includes('USER') && !whileBound,
    )
    expect(silent.map(([key]) => key)).toEqual([])
  })

  test('every body rejects an unknown key', () => {
    const lax = table.filter(([, of]) => {
      const tried = of.body.safeParse({ 'no-such-field': 1 })
      return (
        tried.success ||
        !tried.error.issues.some((issue) => ['unrecognized_keys', 'invalid_union'].includes(issue.code))
      )
    })
    expect(lax.map(([key]) => key)).toEqual([])
  })
})

describe('errors of the contract', () => {
  test('only an invalid session has status 401, since the console signs out on it', () => {
    const signOuts = Object.entries(SERVICE_ERRORS).filter(([, [status]]) => status === 401)
    expect(signOuts.map(([key]) => key)).toEqual([
      'invalid-credentials',
      'signed-out',
      'session-ended',
      'token-refused',
      'hub-key-refused',
    ])
  })
})

describe('roles', () => {
  test('USER-03 nobody can give a role above their own, and only administrators give any', () => {
    const given = ROLES.map((giver) => [giver, ROLES.filter((role) => mayGrant(giver, role)).length])
    expect(Object.fromEntries(given)).toEqual({
      SUPER_ADMIN: 7,
      ORG_ADMIN: 6,
      ADMIN: 5,
      USER: 0,
      RESTRICTED_USER: 0,
      DEMO_USER: 0,
      ANNOTATOR: 0,
    })
  })
})
