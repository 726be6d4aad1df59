import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { patchFields } from './patch.ts'

const draft = z.strictObject({
  name: z.string().min(1, 'thing.name-required'),
  isOn: z.boolean().default(false),
  tagIds: z.array(z.string()).default([]),
})

describe('the fields of a patch', () => {
  test('are not filled in when they are left out', () => {
    expect(draft.partial().parse({ name: 'A' })).toEqual({ name: 'A', isOn: false, tagIds: [] })
    expect(patchFields(draft).parse({ name: 'A' })).toEqual({ name: 'A' })
  })

  test('keep their rules, and refuse what the draft does not know', () => {
    const patch = patchFields(draft).extend({ id: z.string() })
    expect(patch.safeParse({ id: '1', name: '' }).error?.issues[0]?.message).toBe('thing.name-required')
    expect(patch.safeParse({ id: '1', other: 1 }).success).toBe(false)
  })
})
