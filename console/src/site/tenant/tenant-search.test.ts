import { describe, expect, test } from 'vitest'
import { toTenantFilter, toTenantSearch } from './tenant-search.ts'

describe('the address of the sites list', () => {
  test('NAV-09 keeps what it understands and leaves out the rest', () => {
    const parentId = '019a9b00-0000-7000-8000-000000000000'
    const typed = { text: '桜', kind: 'site', parentId, disabled: 'true', offline: true, sort: 'userCount', page: '3' }
    const search = toTenantSearch({ ...typed, other: 1 })
    expect(search).toEqual({ ...typed, disabled: true, page: 3 })
    expect(toTenantFilter(search)).toEqual({
      text: '桜',
      kind: 'site',
      parentId,
      isDisabled: true,
      hasOfflineCameras: true,
    })
    expect(toTenantSearch({ kind: 'planet', parentId: '7', disabled: 'no', sort: 'password' })).toEqual({})
  })
})
