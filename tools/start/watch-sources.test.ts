import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { watchSources } from './watch-sources.ts'

test('a changed source is reported once by its path, a changed test is not', async () => {
  const root = mkdtempSync(join(tmpdir(), 'mimamori-watch-'))
  const end = new AbortController()
  onTestFinished(() => {
    end.abort()
    rmSync(root, { recursive: true, force: true })
  })
  mkdirSync(join(root, 'service', 'src'), { recursive: true })
  const changes: string[] = []
  const changed = Promise.withResolvers<void>()
  const onChange = (file: string) => {
    changes.push(file)
    changed.resolve()
  }
  watchSources({ root, folders: ['service/src'], onChange, signal: end.signal })
  for (const name of ['a.test.ts', 'notes.txt', 'a.ts'])
    writeFileSync(join(root, 'service', 'src', name), 'export {}\n')
  await changed.promise
  expect(changes).toEqual([join('service', 'src', 'a.ts')])
})
