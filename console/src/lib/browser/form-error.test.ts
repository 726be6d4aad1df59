import { userDraft } from '@mimamori/contract/identity/user.ts'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { errorOfIssue, placeErrors } from './form-error.ts'

const draft = z.strictObject({
  name: z.string().trim().min(1, 'unit.name-required').max(5),
  code: z.string().min(1),
  minutes: z.number().int().min(1).max(60),
  ids: z.array(z.string()).max(2),
})
const errors = (value: unknown) => {
  const { error } = draft.safeParse(value, { error: errorOfIssue })
  return Object.fromEntries(error?.issues.map((issue) => [issue.path.join('.'), issue.message]) ?? [])
}

describe('the error of a field', () => {
  test('is the contract’s own key where the contract has one, and else says the limit', () => {
    expect(errors({ name: ' ', code: '', minutes: null, ids: [] })).toEqual({
      name: 'unit.name-required',
      code: 'form.error-required',
      minutes: 'form.error-required',
    })
    expect(errors({ name: 'too long', code: 'a', minutes: 61, ids: ['1', '2', '3'] })).toEqual({
      name: 'form.error-too-long 5',
      minutes: 'form.error-too-large 60',
      ids: 'form.error-too-many 2',
    })
    expect(errors({ name: 'a', code: 'a', minutes: Number.NaN, ids: [] })).toEqual({ minutes: 'error.invalid-value' })
  })

  test('a name that is too long is not called missing', () => {
    const of = (firstName: string | undefined) =>
      userDraft
        .safeParse({ firstName }, { error: errorOfIssue })
        .error?.issues.find(({ path }) => path[0] === 'firstName')
    expect(of('x'.repeat(81))?.message).toBe('form.error-too-long 80')
    expect([of('')?.message, of(undefined)?.message]).toEqual(['user.first-name-required', 'user.first-name-required'])
  })

  test('of the service is shown at its field, and one without a field apart', () => {
    const isField = (path: string) => path.startsWith('name')
    expect(placeErrors({ name: 'unit.name-taken', 'name.2': 'too-large' }, isField)).toEqual({
      placed: [
        ['name', 'unit.name-taken'],
        ['name.2', 'form.error-beyond'],
      ],
      isRest: false,
    })
    expect(placeErrors({ tenantId: 'required' }, isField)).toEqual({ placed: [], isRest: true })
  })
})
