import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Description, playUrls, setupUrls } from './rtsp-addresses.ts'

const of = (changes: Partial<Description>): Description => ({
  url: 'rtsp://camera:8554/live',
  base: null,
  control: 'track1',
  sessionControl: null,
  ...changes,
})

test('REAL-09 the address of a video is read as most clients do first', () => {
  const firsts = (changes: Partial<Description>) => setupUrls(of(changes))[0]
  expect(firsts({})).toBe('rtsp://camera:8554/live/track1')
  expect(firsts({ base: 'rtsp://camera:8554/live/' })).toBe('rtsp://camera:8554/live/track1')
  expect(firsts({ base: '/other/' })).toBe('rtsp://camera:8554/other/track1')
  expect(firsts({ base: 'camera:8554/other/' })).toBe('rtsp://camera:8554/live/track1')
  expect(firsts({ control: 'rtsp://camera/other/track1' })).toBe('rtsp://camera/other/track1')
  expect(firsts({ url: 'rtsp://camera/cam?channel=1', control: 'trackID=0' })).toBe(
    'rtsp://camera/cam?channel=1/trackID=0',
  )
  expect(firsts({ control: null })).toBe('rtsp://camera:8554/live')
  expect(firsts({ control: null, sessionControl: 'rtsp://camera/all' })).toBe('rtsp://camera/all')
  expect(playUrls(of({ sessionControl: '*' }), 'rtsp://camera:8554/live/track1')).toEqual([
    'rtsp://camera:8554/live',
    'rtsp://camera:8554/live/track1',
  ])
})

test('REAL-09 no description makes an address that ends a line, or none', () => {
  const text = fc.option(
    fc.oneof(fc.string(), fc.constantFrom('*', '?a=b', '/x', 'rtsp://h/x', 'rtsp:///', '//h/x', 'h:1/x')),
  )
  fc.assert(
    fc.property(text, text, text, (base, control, sessionControl) => {
      const description = of({ base, control, sessionControl })
      const urls = [...setupUrls(description), ...playUrls(description, description.url)]
      expect(urls).toContain(description.url)
      for (const url of urls) expect(url).toMatch(/^rtsps?:\/\/[!-~]+$/i)
    }),
    { numRuns: 10_000 },
  )
})
