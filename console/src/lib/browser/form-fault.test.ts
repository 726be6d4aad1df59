import { userDraft } from '@mimamori/contract/identity/user.ts'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { faultOfIssue, placeFaults } from './form-fault.ts'

const draft = z.strictObject({
  name: z.string().trim().min(1, 'unit.name-required').max(5),
  code: z.string().min(1),
  minutes: z.number().int().min(1).max(60),
  ids: z.array(z.string()).max(2),
})
const faults = (value: unknown) => {
  const { error } = draft.safeParse(value, { error: faultOfIssue })
  return Object.fromEntries(error?.issues.map((issue) => [issue.path.join('.'), issue.message]) ?? [])
}

describe('the fault of a field', () => {
  test('is the contract’s own key where the contract has one, and else says the limit', () => {
    expect(faults({ name: ' ', code: '', minutes: null, ids: [] })).toEqual({
      name: 'unit.name-required',
      code: 'form.fault-required',
      minutes: 'form.fault-required',
    })
    expect(faults({ name: 'too long', code: 'a', minutes: 61, ids: ['1', '2', '3'] })).toEqual({
      name: 'form.fault-too-long 5',
      minutes: 'form.fault-too-large 60',
      ids: 'form.fault-too-many 2',
    })
    expect(faults({ name: 'a', code: 'a', minutes: Number.NaN, ids: [] })).toEqual({ minutes: 'error.invalid-value' })
  })

  test('a name that is too long is not called missing', () => {
    const of = (firstName: string | undefined) =>
      userDraft
        .safeParse({ firstName }, { error: faultOfIssue })
        .error?.issues.find(({ path }) => path[0] === 'firstName')
    expect(of('x'.repeat(81))?.message).toBe('form.fault-too-long 80')
    expect([of('')?.message, of(undefined)?.message]).toEqual(['user.first-name-required', 'user.first-name-required'])
  })

  test('of the service lands on its field, and what is about no field is told apart', () => {
    const isField = (path: string) => path.startsWith('name')
    expect(placeFaults({ name: 'unit.name-taken', 'name.2': 'too-large' }, isField)).toEqual({
      placed: [
        ['name', 'unit.name-taken'],
        ['name.2', 'form.fault-beyond'],
      ],
      isRest: false,
    })
    expect(placeFaults({ tenantId: 'required' }, isField)).toEqual({ placed: [], isRest: true })
  })
})
