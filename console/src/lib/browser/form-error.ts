/** What is wrong with a field, as a key of its text: `unit.name-required`, or a general one with its limit, `form.error-too-long 80`. */

/** The part of zod's issue that is needed; zod itself stays in the pages that have forms. */
type Issue = { code?: string; origin?: string; maximum?: unknown; minimum?: unknown; input?: unknown }

/** For zod's `error` option: a rule of the contract that names its own key keeps it. */
export function errorOfIssue(issue: Issue): string {
  if (issue.code === 'invalid_type' && isEmpty(issue.input)) return 'form.error-required'
  if (issue.code === 'too_big') return `form.${BEYOND[issue.origin ?? ''] ?? 'error-too-large'} ${issue.maximum}`
  if (issue.code === 'too_small') {
    if (issue.origin === 'string' && issue.minimum === 1) return 'form.error-required'
    return `form.${BELOW[issue.origin ?? ''] ?? 'error-too-small'} ${issue.minimum}`
  }
  return 'error.invalid-value'
}

const BEYOND: Readonly<Record<string, string>> = { string: 'error-too-long', array: 'error-too-many' }
const BELOW: Readonly<Record<string, string>> = { string: 'error-too-short', array: 'error-too-few' }

/** The service's general words for an error (service/src/platform/rejection.ts). */
const OF_SERVICE: Readonly<Record<string, string>> = {
  required: 'form.error-required',
  'too-large': 'form.error-beyond',
  'too-small': 'form.error-below',
  invalid: 'error.invalid-value',
}

/** An error as the service names it, as the key of its text. */
export function errorOfService(key: string): string {
  return OF_SERVICE[key] ?? key
}

/** The errors of a refused call: those of the form's own fields, and whether any is about something else. */
export function placeErrors(fields: Readonly<Record<string, string>>, isField: (path: string) => boolean) {
  const all = Object.entries(fields)
  return {
    placed: all.filter(([path]) => isField(path)).map(([path, key]) => [path, errorOfService(key)] as const),
    isRest: all.some(([path]) => !isField(path)),
  }
}

function isEmpty(input: unknown): boolean {
  return input === undefined || input === null || input === ''
}
