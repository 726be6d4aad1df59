import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { memoryStorage } from '../browser/testing-storage.ts'
import { newId } from '../browser/without-tls.ts'
import { deviceMarkOf, keepDeviceMark } from './device-mark.ts'

beforeEach(() => void vi.stubGlobal('localStorage', memoryStorage()))

test('AUTH-16 the mark of a sign-in is saved for each of its names, whatever their case', () => {
  keepDeviceMark(['Nurse@Sakura.example', 'yuki'], 'first')
  keepDeviceMark(['other@sakura.example'], 'second')
  expect([deviceMarkOf(' nurse@sakura.EXAMPLE'), deviceMarkOf('Yuki')]).toEqual(['first', 'first'])
  keepDeviceMark(['yuki'], 'third')
  expect([deviceMarkOf('yuki'), deviceMarkOf('nurse@sakura.example'), deviceMarkOf('nobody')]).toEqual([
    'third',
    'first',
    undefined,
  ])
})

test('the oldest names are forgotten', () => {
  for (let i = 0; i < 60; i++) keepDeviceMark([`name-${i}`], 'mark')
  expect([deviceMarkOf('name-0'), deviceMarkOf('name-59')]).toEqual([undefined, 'mark'])
})

test('ids are different UUIDs of version 4, as the service takes them', () => {
  const ids = Array.from({ length: 1_000 }, newId)
  expect(new Set(ids).size).toBe(1_000)
  for (const id of ids) expect(z.uuidv4().safeParse(id).success, id).toBe(true)
})
