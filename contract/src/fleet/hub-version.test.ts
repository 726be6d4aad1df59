import { describe, expect, test } from 'vitest'
import { compareVersions, HUB_VERSION_MIN, isTooOld } from './hub-version.ts'

describe('versions of hubs', () => {
  test('versions sort by their numbers, a candidate before its release', () => {
    const inOrder = ['no version', '0.0.9', '0.1.0', '0.2.0-rc.2', '0.2.0-rc.10', '0.2.0', '0.10.0', '1.0.0']
    expect(inOrder.toReversed().sort(compareVersions)).toEqual(inOrder)
    expect(compareVersions('0.2.0', '0.2.0')).toBe(0)
  })

  test('versions below the minimum are too old; the minimum and other texts are not', () => {
    expect([HUB_VERSION_MIN, '99.0.0', 'development', null].map(isTooOld)).toEqual([false, false, false, false])
    expect(isTooOld('0.0.9')).toBe(true)
  })
})
