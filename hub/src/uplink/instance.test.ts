import { cpSync } from 'node:fs'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#platform/testing/hub-parts.ts'
import { hubInstance } from './instance.ts'

test('HUB-03 a restarted program is the same instance, a copied folder on another machine is not', () => {
  const [folder, copy] = [temporaryFolder(), temporaryFolder()]
  const first = hubInstance(folder.path, 'closet-2f')
  cpSync(folder.path, copy.path, { recursive: true })
  expect(hubInstance(folder.path, 'closet-2f')).toBe(first)
  expect(hubInstance(copy.path, 'laptop')).not.toBe(first)
  folder.remove()
  copy.remove()
})
