import fc from 'fast-check'
import { expect, test } from 'vitest'
import { historyKey, historyOf, pushed, redone, UNDO_STEPS, undone } from './edit-history.ts'

test('CAM-08 a hundred steps can be undone and redone, and a new step ends what could be redone', () => {
  let history = historyOf(0)
  for (let i = 1; i <= 150; i++) history = pushed(history, i)
  for (let i = 0; i < 150; i++) history = undone(history)
  expect(history.now).toBe(150 - UNDO_STEPS)
  for (let i = 0; i < 150; i++) history = redone(history)
  expect(history.now).toBe(150)
  expect(redone(pushed(undone(history), 7))).toMatchObject({ now: 7, future: [] })
  expect(pushed(history, 150)).toBe(history)
})

test('undo is the inverse of redo, wherever one stands', () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { minLength: 1, maxLength: 20 }), fc.nat(19), (values, back) => {
      let history = values.reduce((now, value) => pushed(now, value), historyOf(Number.NaN))
      for (let i = 0; i < back % history.past.length; i++) history = undone(history)
      expect(redone(undone(history))).toEqual(history)
    }),
  )
})

test('Ctrl or Cmd with Z undoes, with Shift and Z or with Y redoes', () => {
  const press = (key: string, more: object = { ctrlKey: true }) =>
    historyKey({ key, ctrlKey: false, metaKey: false, shiftKey: false, ...more })
  expect([
    press('z'),
    press('z', { metaKey: true }),
    press('Z', { ctrlKey: true, shiftKey: true }),
    press('y'),
  ]).toEqual(['undo', 'undo', 'redo', 'redo'])
  expect([press('z', {}), press('a')]).toEqual([null, null])
})
