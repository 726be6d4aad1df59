import { describe, expect, test } from 'vitest'
import { NOTHING_CHOSEN, type Selection, toggle, togglePage } from './selection.ts'

const page = ['a', 'b', 'c', 'd'].map((key) => [key, key.toUpperCase()] as const)
const keys = (of: Selection<string>) => [...of.chosen.keys()]

describe('choosing records', () => {
  test('shift reaches from the last click, in either direction, and takes away as well', () => {
    const one = toggle<string>(NOTHING_CHOSEN, page, 'd', false)
    const range = toggle(one, page, 'b', true)
    expect(keys(range).sort()).toEqual(['b', 'c', 'd'])
    expect(keys(toggle(range, page, 'c', true))).toEqual(['d'])
  })

  test('shift without a click before it takes the one alone', () => {
    expect(keys(toggle<string>(NOTHING_CHOSEN, page, 'c', true))).toEqual(['c'])
  })

  test('the page is selected whole, keeps other pages’ choices, and a full selection is cleared', () => {
    const elsewhere: Selection<string> = { chosen: new Map([['z', 'Z']]), anchor: null }
    const all = togglePage(elsewhere, page)
    expect(keys(all)).toEqual(['z', 'a', 'b', 'c', 'd'])
    expect(keys(togglePage(all, page))).toEqual(['z'])
    expect(all.chosen.get('a')).toBe('A')
  })
})
