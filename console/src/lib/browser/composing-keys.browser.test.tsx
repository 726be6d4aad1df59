/** Keys of a conversion never act. */
import { afterEach, expect, test } from 'vitest'
import { ignoreComposingKeys } from './composing-keys.ts'

const field = document.createElement('input')
afterEach(() => field.remove())

test('HAND-02 a key of a conversion reaches no handler, the same key after it does', () => {
  ignoreComposingKeys()
  document.body.append(field)
  const pressed: string[] = []
  const note = (event: KeyboardEvent) => void pressed.push(event.key)
  field.addEventListener('keydown', note)
  addEventListener('keydown', note)
  const press = (key: string, more: KeyboardEventInit) =>
    field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))
  for (const key of ['Enter', 'Escape', 'ArrowDown', 'Process']) {
    press(key, { isComposing: true })
    press(key, { keyCode: 229 })
  }
  expect(pressed).toEqual([])
  press('Enter', {})
  expect(pressed).toEqual(['Enter', 'Enter'])
  removeEventListener('keydown', note)
})
