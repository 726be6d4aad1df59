import { expect, test } from 'vitest'
import { toNewUserSearch, toUserFilter, toUserSearch } from './user-search.ts'

const ID = '019aa000-0000-7000-8000-000000000001'

test('an invalid address still opens: invalid parts are dropped', () => {
  const odd = {
    roles: ['ADMIN', 'KING'],
    units: ['x', ID, 7],
    shifts: 'x',
    type: 'BOTH',
    disabled: 'yes',
    tenantId: '1',
  }
  expect(toUserSearch(odd)).toEqual({ roles: ['ADMIN'], units: [ID] })
  expect(toNewUserSearch({ role: 'KING', tenantId: ID })).toEqual({ tenantId: ID })
})

test('SET-04 the address becomes the filter of the service', () => {
  const search = toUserSearch({ text: 'ito', shifts: [ID], disabled: true, type: 'SHARED', tenantId: ID, page: 3 })
  expect(toUserFilter(search)).toEqual({
    text: 'ito',
    shiftIds: [ID],
    isDisabled: true,
    type: 'SHARED',
    tenantIds: [ID],
  })
})
