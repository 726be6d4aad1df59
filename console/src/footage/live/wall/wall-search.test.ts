import { describe, expect, test } from 'vitest'
import { isPlain, toWallSearch } from './wall-search.ts'

const ID = '0190c0de-0000-7000-8000-000000000001'
const OTHER = '0190c0de-0000-7000-8000-000000000002'

describe('LIVE-01 the address of a wall', () => {
  test('keeps layout, turning, choice and the camera that was stepped into', () => {
    const search = { layout: 9, turn: 20, page: 2, unitIds: [ID], tagIds: [OTHER], cameraIds: [ID, OTHER], camera: ID }
    expect(toWallSearch(search)).toEqual(search)
    expect(toWallSearch({ ...search, layout: '9', turn: '20', page: '2' })).toEqual(search)
  })

  test('leaves out what it does not understand', () => {
    const odd = { layout: 7, turn: 1, page: -1, unitIds: 'all', tagIds: ['x'], camera: '../secret', more: 1 }
    expect(toWallSearch(odd)).toEqual({})
    expect(isPlain(toWallSearch(odd))).toBe(true)
    expect(isPlain(toWallSearch({ layout: 4 }))).toBe(false)
  })
})
