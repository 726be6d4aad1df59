import { describe, expect, test } from 'vitest'
import { isNarrowed, orderOf, sortedBy, toListSearch, withoutNarrowing } from './list-search.ts'

const SORTS = ['name', 'createdAt'] as const
const BY_NAME = { column: 'name', ascending: true } as const

describe('the address of a list', () => {
  test('NAV-09 keeps what it understands and leaves out the rest', () => {
    expect(toListSearch({ text: '2階', sort: 'createdAt', turned: true, page: 3, view: 'list', x: 1 }, SORTS)).toEqual({
      text: '2階',
      sort: 'createdAt',
      turned: true,
      page: 3,
      view: 'list',
    })
    expect(toListSearch({ text: ['a'], sort: 'password', turned: 'no', page: -2, view: 'x' }, SORTS)).toEqual({})
    // The router reads digits in an address as a number.
    expect(toListSearch({ text: 204, page: 1 }, SORTS)).toEqual({ text: '204' })
  })

  test('is narrowed by a text or a filter, and by neither order, view nor page', () => {
    expect(isNarrowed({ sort: 'name', turned: true, view: 'list', page: 2 })).toBe(false)
    expect(isNarrowed({ text: 'a' })).toBe(true)
    const online = { status: 'Online', page: 2, sort: 'name', tabIndex: 1 }
    expect(isNarrowed(online)).toBe(true)
    expect(withoutNarrowing(online)).toEqual({ sort: 'name', tabIndex: 1 })
    const ofTab = { tab: 'needs', text: 'a' }
    expect(withoutNarrowing(ofTab)).toEqual({ tab: 'needs' })
    expect(isNarrowed(withoutNarrowing(ofTab))).toBe(false)
  })
})

describe('the order of a list', () => {
  test('turns round on the second click and begins anew on another column', () => {
    const once = sortedBy({}, BY_NAME, 'createdAt')
    expect(orderOf(once, BY_NAME, ['createdAt'])).toEqual({ column: 'createdAt', ascending: false })
    const twice = sortedBy(once, BY_NAME, 'createdAt')
    expect(orderOf(twice, BY_NAME, ['createdAt'])).toEqual({ column: 'createdAt', ascending: true })
    const back = sortedBy(twice, BY_NAME, 'name')
    expect(back).toEqual({ sort: undefined, turned: undefined })
    expect(orderOf(sortedBy(back, BY_NAME, 'name'), BY_NAME, [])).toEqual({ column: 'name', ascending: false })
  })
})
