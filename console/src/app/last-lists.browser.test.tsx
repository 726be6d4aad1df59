/** Lists of a window outlive a reload without the service. HAND-04. */
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { keepLists, restoreLists } from './last-lists.ts'

const NURSE = 'nurse/home'
const ROOMS = { records: [{ location: 'Room 1' }], totalCount: 1 }
const endings: (() => void)[] = []
afterEach(() => {
  for (const end of endings.splice(0)) end()
})

/** The page of a window that is left: it stores what it knew. */
function leave(owner: string): () => void {
  const cache = new QueryClient()
  cache.setQueryData(['room', 'all', []], ROOMS)
  cache.getQueryCache().build(cache, { queryKey: ['alert', 'page', {}] })
  cache.setQueryData(['alarm', 'open'], { records: [{ id: 'fall' }] })
  const end = keepLists(cache, owner)
  endings.push(end)
  dispatchEvent(new PageTransitionEvent('pagehide'))
  return end
}

function restored(owner: string): QueryClient {
  const cache = new QueryClient()
  restoreLists(cache, owner)
  return cache
}

test('HAND-04 a page that is loaded anew has the last lists, and no alarms that may be over', () => {
  leave(NURSE)
  const cache = restored(NURSE)
  expect(cache.getQueryData(['room', 'all', []])).toEqual(ROOMS)
  expect(cache.getQueryState(['room', 'all', []])?.dataUpdatedAt).toBe(1)
  expect(cache.getQueryData(['alarm', 'open'])).toBe(undefined)
  expect(cache.getQueryData(['alert', 'page', {}])).toBe(undefined)
})

test.each(['porter/home', 'nurse/other'])('HAND-04 lists of a person at a site are not shown to %s', (other) => {
  leave(NURSE)
  expect(restored(other).getQueryData(['room', 'all', []])).toBe(undefined)
  expect(sessionStorage.getItem('last-lists')).toBe(null)
})

test('HAND-04 a session that ends takes its lists along', () => {
  leave(NURSE)()
  expect(restored(NURSE).getQueryData(['room', 'all', []])).toBe(undefined)
})

test('HAND-04 lists of another build, whose fields may differ, are forgotten', () => {
  leave(NURSE)
  const stored = JSON.parse(sessionStorage.getItem('last-lists')!)
  sessionStorage.setItem('last-lists', JSON.stringify({ ...stored, build: '/assets/index-old.js' }))
  expect(restored(NURSE).getQueryData(['room', 'all', []])).toBe(undefined)
})

test('HAND-04 damaged lists are left, and the page starts', () => {
  sessionStorage.setItem('last-lists', '{"owner":"nurse/home"')
  expect(restored(NURSE).getQueryData(['room', 'all', []])).toBe(undefined)
})
