/** Passwords are remembered where one person uses the browser. AUTH-06. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '../browser/testing-storage.ts'
import { isSharedBrowser, notePerson } from './people-here.ts'

beforeEach(() => vi.stubGlobal('localStorage', memoryStorage()))
afterEach(() => vi.unstubAllGlobals())

test('one person who signs in again and again does not share the browser', () => {
  for (let i = 0; i < 3; i++) notePerson({ id: 'u1', type: 'REGULAR' })
  expect(isSharedBrowser()).toBe(false)
})

test('a second person shares it, and it stays shared', () => {
  for (const id of ['u1', 'u2', 'u1']) notePerson({ id, type: 'REGULAR' })
  expect(isSharedBrowser()).toBe(true)
})

test('an account that several people use shares it', () => {
  notePerson({ id: 'u1', type: 'SHARED' })
  notePerson({ id: 'u1', type: 'REGULAR' })
  expect(isSharedBrowser()).toBe(true)
})
