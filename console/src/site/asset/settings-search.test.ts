import { expect, test } from 'vitest'
import { toAssetKind, toSettingsSearch } from './settings-search.ts'

test('NAV-09 the address of the settings holds the tab, by default the first, and the list in it', () => {
  expect(toSettingsSearch({ tabIndex: '3' })).toEqual({ tabIndex: 3 })
  expect(toSettingsSearch({ tabIndex: 1, text: '夜', sort: 'lastEditedAt' })).toEqual({
    tabIndex: 1,
    text: '夜',
    sort: 'lastEditedAt',
  })
  expect([toSettingsSearch({}), toSettingsSearch({ tabIndex: 0 }), toSettingsSearch({ tabIndex: 9 })]).toEqual([
    {},
    {},
    {},
  ])
})

test('NAV-09 an asset is an escalation, a shift or a tag, and nothing else', () => {
  expect(['escalation', 'shift', 'tag', 'toString', 'ESCALATION'].map(toAssetKind)).toEqual([
    'escalation',
    'shift',
    'tag',
    null,
    null,
  ])
})
