/** Every response of a hub that may contain an image passes one filter. RESIDENT-01. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hubResult } from '@mimamori/contract/camera/hub-request.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { IMAGE_KINDS, shownAnswer } from './hub-images.ts'

test('the gate knows each kind of answer that has room for an image', () => {
  const kinds = hubResult.options.flatMap((option) => {
    const text = JSON.stringify(z.toJSONSchema(option, { io: 'input', unrepresentable: 'any' }))
    return text.includes('base64') ? [option.shape.type.value] : []
  })
  expect(kinds).toEqual(['probe', 'tryout', 'walk'])
  expect([...IMAGE_KINDS].sort()).toEqual([...kinds].sort())
})

test('each file that sends such a request to a hub filters the response', () => {
  const root = join(import.meta.dirname, '..', '..')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.includes('test') && !file.startsWith('platform'),
  )
  const asking = files.filter((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return /askHub\(/.test(text) && IMAGE_KINDS.some((kind) => new RegExp(`type: '${kind}'( as const)?,`).test(text))
  })
  expect(asking.sort()).toEqual([
    'camera/camera/camera.asking.ts',
    'camera/tryout/tryout.routes.ts',
    'camera/walk/walk.routes.ts',
  ])
  for (const file of asking) expect(readFileSync(join(root, file), 'utf8')).toContain('shownAnswer(')
})

test('a response retains its image for those who may see clear video, and loses it for others', () => {
  const frame = { jpeg: 'AAAA', takenAt: '2026-11-20T01:00:00.000Z' }
  const walk = { type: 'walk', frame, blind: null, hasBed: true, people: [], result: 'seen', seenAt: null } as const
  expect(shownAnswer({ ...walk, people: [], result: 'waiting' as never }, true).frame).toEqual(frame)
  expect(shownAnswer({ ...walk, people: [], result: 'waiting' as never }, false).frame).toBeNull()
})
