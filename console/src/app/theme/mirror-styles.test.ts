import { expect, test } from 'vitest'
import { mirrored } from './mirror-styles.ts'

test.each([
  ['margin-left', '4px', 'margin-right', '4px'],
  ['right', '0', 'left', '0'],
  ['border-top-left-radius', '2px', 'border-top-right-radius', '2px'],
  ['padding', '1px 2px 3px 4px', 'padding', '1px 4px 3px 2px'],
  ['padding', '1px calc(2px + 1px) 3px 4px', 'padding', '1px 4px 3px calc(2px + 1px)'],
  ['padding', '1px 2px', 'padding', '1px 2px'],
  ['border-radius', '1px 2px 3px 4px', 'border-radius', '2px 1px 4px 3px'],
  ['text-align', 'left', 'text-align', 'right'],
  ['transform', 'translateX(20px)', 'transform', 'translateX(-20px)'],
  ['transform', 'translate(-50%, -6px) scale(0.75)', 'transform', 'translate(50%, -6px) scale(0.75)'],
  ['transform', 'translate(0, -50%)', 'transform', 'translate(0, -50%)'],
  ['color', 'left', 'color', 'left'],
])('GEN-06 %s: %s becomes %s: %s', (name, value, newName, newValue) => {
  expect(mirrored(name, value)).toEqual([newName, newValue])
})
