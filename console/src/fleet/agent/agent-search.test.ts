import { expect, test } from 'vitest'
import { toAgentFilter, toAgentSearch } from './agent-search.ts'

test('HUB-02 the address of the list keeps what it understands and nothing else', () => {
  expect(toAgentSearch({ text: '2F', state: 'offline', sort: 'cpuShare', page: '3' })).toEqual({
    text: '2F',
    state: 'offline',
    sort: 'cpuShare',
    page: 3,
  })
  expect(toAgentSearch({ state: 'broken', sort: 'keyHash', page: '-1' })).toEqual({})
})

test('HUB-02 the filter selects online hubs, offline hubs, or unfinished registrations', () => {
  expect(toAgentFilter({ state: 'online' })).toEqual({ isOnline: true })
  expect(toAgentFilter({ text: '2F', state: 'offline' })).toEqual({ text: '2F', isOnline: false })
  expect(toAgentFilter({ state: 'unfinished' })).toEqual({
    registrationStatuses: ['CREATED', 'REGISTRATION_INITIATED'],
  })
})
