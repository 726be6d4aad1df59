// Lists of the contract are typed once: console, service and hub import them.
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type FileMap, readSourceTree } from './boundaries/source-tree.ts'
import { typedTwice } from './boundaries/typed-lists.ts'

/** Lists that have the values of one of the contract and mean something else, or may not import it. */
const ALLOWED: Readonly<Record<string, string>> = {
  'console/src/alerting/notification/notification-toasts.tsx': 'a toast for some, whatever alarms a site chooses',
  'console/src/ui/layout/severity-badge.tsx': 'ui knows no domain',
  'console/src/ui/player/people-mark.tsx': 'ui knows no domain',
  'service/src/footage/recording/recording.changes.ts': 'columns of a segment, not what lists are sorted by',
}
const PRODUCT = /^(console|service|hub)\/src\//
/** The demo's rows choose from lists; tests and what they stand on write out what they expect. */
const NOT_PRODUCT = /\.test\.tsx?$|\/testing[-./]|\/testing\/|^service\/src\/seed\//

const tree = readSourceTree(join(import.meta.dirname, '..'))
const pick = (isOf: (path: string) => boolean): FileMap =>
  Object.fromEntries(Object.entries(tree).filter(([path]) => isOf(path) && !NOT_PRODUCT.test(path)))

describe('a list of the contract', () => {
  const contract = pick((path) => path.startsWith('contract/src/'))

  test('is typed nowhere else', () => {
    const found = typedTwice(
      contract,
      pick((path) => PRODUCT.test(path) && !(path in ALLOWED)),
    )
    expect(found).toEqual([])
  })

  test('is found again as an array, as a union and inside of a call', () => {
    const home = { 'contract/src/a.ts': "export const KINDS = ['x', 'y'] as const\nconst s = z.enum(['a', 'b', 'c'])" }
    const files = {
      'console/src/b.ts': "const mine = ['y', 'x']",
      'service/src/c.ts': "type Kind = 'x' | 'y'",
      'hub/src/d.ts': "const schema = z.enum(['c', 'b', 'a'])",
      'hub/src/e.ts': "const some = ['x', 'z']; const more = ['x', 'y', 'z']",
    }
    expect(typedTwice(home, files)).toEqual([
      'console/src/b.ts:1: "x", "y" stands in contract/src/a.ts:1',
      'service/src/c.ts:1: "x", "y" stands in contract/src/a.ts:1',
      'hub/src/d.ts:1: "a", "b", "c" stands in contract/src/a.ts:2',
    ])
  })

  test('of two values counts where it has a name: pairs such as day and month meet by chance', () => {
    const home = { 'contract/src/a.ts': "const s = z.enum(['day', 'month'])" }
    expect(typedTwice(home, { 'console/src/b.ts': "type Step = 'day' | 'month'" })).toEqual([])
  })

  test('is needed in each file that is allowed another', () => {
    const found = typedTwice(
      contract,
      pick((path) => path in ALLOWED),
    )
    expect(Object.keys(ALLOWED).filter((path) => !found.some((each) => each.startsWith(`${path}:`)))).toEqual([])
  })
})
