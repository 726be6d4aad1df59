/** An error for the caller: a key of the contract's SERVICE_ERRORS, thrown anywhere below a handler. */
import { type ErrorBody, type ErrorKey, SERVICE_ERRORS } from '@mimamori/contract/shared/errors.ts'

export class ServiceError extends Error {
  readonly key: ErrorKey
  /** HTTP status of the answer. */
  readonly status: number
  /** Path of a field -> key of its error, for `invalid-request`. */
  readonly fields: Record<string, string> | undefined
  /** Seconds until a retry is useful; becomes the Retry-After header. */
  readonly retryAfterSeconds: number | undefined

  constructor(key: ErrorKey, more: { fields?: Record<string, string>; retryAfterSeconds?: number } = {}) {
    super(SERVICE_ERRORS[key][1])
    this.name = 'ServiceError'
    this.key = key
    this.status = SERVICE_ERRORS[key][0]
    this.fields = more.fields
    this.retryAfterSeconds = more.retryAfterSeconds
  }

  get body(): ErrorBody {
    return { key: this.key, message: this.message, ...(this.fields && { fields: this.fields }) }
  }
}

/** `throw fail('not-found')`, `throw fail('invalid-request', { name: 'required' })`. */
export function fail(key: ErrorKey, fields?: Record<string, string>): ServiceError {
  return new ServiceError(key, { fields })
}

/** The row, or `not-found`: someone else's object and a missing one answer the same. */
export function found<T>(row: T | undefined | null): T {
  if (row === undefined || row === null) throw fail('not-found')
  return row
}
