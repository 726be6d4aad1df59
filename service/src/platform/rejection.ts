/** Converts any thrown error to the error body of a failed call. */
import type { z } from 'zod'
import { sqlState } from './postgres/database.ts'
import { unavailableOf } from './postgres/unavailable.ts'
import { ServiceError } from './service-error.ts'

/** States of PostgreSQL that have a meaning for the caller. https://www.postgresql.org/docs/18/errcodes-appendix.html */
const BY_SQL_STATE: Record<string, ConstructorParameters<typeof ServiceError>[0]> = {
  '23505': 'conflict',
  '23503': 'conflict',
  '40001': 'conflict',
  '40P01': 'conflict',
  // A row that would belong to another tenant.
  '42501': 'not-found',
  // Text that PostgreSQL cannot hold: a NUL, or half of a surrogate pair.
  '22021': 'invalid-request',
  // Numbers and times out of the range of their columns.
  '22003': 'invalid-request',
  '22007': 'invalid-request',
  '22008': 'invalid-request',
  '22P05': 'invalid-request',
}

/** An error of the driver or of its socket has one of these; files have codes as well. */
const CONNECTION_FACTS = ['query', 'address', 'errno']

/** The error for the caller, or null for an internal error. */
export function rejectionOf(error: unknown): ServiceError | null {
  if (error instanceof ServiceError) return error
  const bySql = BY_SQL_STATE[sqlState(error) ?? '']
  if (bySql) return new ServiceError(bySql)
  // Half of a surrogate pair within a JSON document; any other word that does not fit its column is an error of this program.
  if (sqlState(error) === '22P02' && /type json/.test(String(error))) return new ServiceError('invalid-request')
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const isOfDatabase =
    sqlState(error) !== undefined || (error instanceof Error && CONNECTION_FACTS.some((fact) => fact in error))
  const unavailable = isOfDatabase ? unavailableOf(code) : null
  if (unavailable) return unavailable
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new ServiceError('too-large')
  if (code.startsWith('FST_ERR_CTP_') || code === 'FST_ERR_BAD_URL') return new ServiceError('invalid-request')
  if (error instanceof Error && 'statusCode' in error && error.statusCode === 400)
    return new ServiceError('invalid-request')
  return null
}

/** A text key, such as `tenant.name-required`. */
const TEXT_KEY = /^[a-z][a-z0-9]*([.-][a-z0-9]+)+$/i

/** The errors of a body or query as `fields`: a field's path -> the key of its text. */
export function invalid(issues: readonly z.core.$ZodIssue[]): ServiceError {
  const fields: Record<string, string> = Object.create(null)
  for (const issue of issues.slice(0, 50)) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, 50)) fields[[...issue.path, key].join('.')] = 'unknown-field'
    } else {
      fields[issue.path.join('.')] ??= keyOf(issue)
    }
  }
  return new ServiceError('invalid-request', { fields: { ...fields } })
}

function keyOf(issue: z.core.$ZodIssue): string {
  if (TEXT_KEY.test(issue.message)) return issue.message
  if (issue.code === 'too_big') return 'too-large'
  if (issue.code === 'too_small') return 'too-small'
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'required'
  return 'invalid'
}
