import { expect, test } from 'vitest'
import { compare, type SeenStatement } from './compare.ts'
import type { Field, Sender } from './row-types.ts'

const [TEXT, INT4, JSONB] = [25, 23, 3802]
const field = (name: string, kind: 'string' | 'number', more: Partial<Field> = {}): Field => ({
  ...{ name, kinds: new Set([kind]), isNullable: false, isOptional: false, text: kind },
  ...more,
})
const sender = (...fields: Field[]): Sender => ({ file: 'a.ts', line: 1, fields })
const seen = (...columns: SeenStatement['columns']): SeenStatement => ({ file: 'a.ts', line: 1, columns })

test('a statement whose columns are those of its row type has no error', () => {
  const columns = [
    { name: 'id', type: TEXT!, isNull: false },
    { name: 'count', type: INT4!, isNull: true },
    { name: 'more', type: JSONB!, isNull: false },
  ]
  const fields = [field('id', 'string'), field('count', 'number', { isNullable: true }), field('more', 'string')]
  expect(compare([sender(...fields)], [seen(...columns)])).toEqual([])
})

test('a column that is missing, of another type, or null against its type is an error', () => {
  const columns = [
    { name: 'count', type: TEXT!, isNull: false },
    { name: 'name', type: TEXT!, isNull: true },
  ]
  const fields = [field('id', 'string'), field('count', 'number'), field('name', 'string')]
  expect(compare([sender(...fields)], [seen(...columns)])).toEqual([
    'a.ts:1: the row type has "id", the statement has not',
    'a.ts:1: "count" is string, its type says number',
    'a.ts:1: "name" was null, its type says string',
  ])
})

test('a statement that no test sends is an error', () => {
  expect(compare([sender()], [])).toEqual(['a.ts:1: no test sends this statement'])
})
