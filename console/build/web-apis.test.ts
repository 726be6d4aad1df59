import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { buildTarget, oldestBrowsers } from './browsers.ts'
import { newerApis, newerStyles } from './web-apis.ts'

const ROOT = join(import.meta.dirname, '../..')
const SOURCES = ['console/src/**/*.{ts,tsx}', 'contract/src/**/*.ts']

/** Newer than the oldest browsers, and used all the same: what a browser without it does. */
const EXPECTED_APIS: Record<string, string> = {
  requestIdleCallback: 'a timer takes its place',
  '.wakeLock': 'asked for before it is used; the screen then goes dark as the device is set',
  '.createPolicy': 'browsers without trusted types take the text',
  '.createScriptURL': 'browsers without trusted types take the text',
  '.requestVideoFrameCallback': 'asked for before it is used: a step is as long as usual',
  '.cancelVideoFrameCallback': 'only called where the other one was',
  'VideoDecoder.isConfigSupported': 'the live view takes the media source or two frames a second',
  VideoDecoder: 'the same',
  EncodedVideoChunk: 'the same',
  '.decodeQueueSize': 'the same',
  '.disableRemotePlayback': 'set on an element: without effect elsewhere',
  '.setAppBadge': 'called where it is there: the icon then shows no number',
  '.clearAppBadge': 'the same',
  '.getWeekInfo': 'called where it is there; else `weekInfo`, and then the language says where weeks begin',
  '.addRoutes': 'called where it is there: the worker then passes requests on itself',
  'Temporal.Instant': 'the service alone uses that file, or the name is a type',
  'URL.parse': 'the service alone uses that file',
  '.displayName': 'a property of people, not of a web API',
  '.requestId': 'a property of presses, not of a web API',
  '.isValid': 'a property of forms, not of a web API',
  '.mediaType': 'a property of alerts, not of a web API',
  '.insetBlockStart': 'read as a number, or 0 where it is missing: the top bar is then at the top',
}

const EXPECTED_STYLES: Record<string, string> = {
  ':has': 'it only adds to the look; what is chosen is said by an attribute',
  'text-size-adjust': 'iPhones have it by its prefix, others do not enlarge texts',
  'contain-intrinsic-size': 'goes with content-visibility',
  'content-visibility': 'long lists are drawn whole',
  'scrollbar-width': 'the bar of a row that scrolls is seen',
  size: 'the same as @page',
  'text-wrap': 'headings are broken less evenly',
  '@page': 'printed pages then have the usual margin',
}

function used(patterns: string[], find: (code: string, file: string) => string[]): Set<string> {
  const files = patterns
    .flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
    .filter((file) => !/\.test\.|testing/.test(file))
  return new Set(files.flatMap((file) => find(readFileSync(join(ROOT, file), 'utf8'), file)))
}

describe('web APIs and the oldest browsers', { timeout: 60_000 }, () => {
  test('the console uses no web API that an older browser lacks without knowing what happens there', () => {
    expect([...used(SOURCES, newerApis)].toSorted()).toEqual(Object.keys(EXPECTED_APIS).toSorted())
  })

  test('style sheets use nothing that an older browser lacks without knowing what happens there', () => {
    expect([...used(['console/src/**/*.css'], newerStyles)].toSorted()).toEqual(Object.keys(EXPECTED_STYLES).toSorted())
  })

  test('a newer API is found by object, by global name and by a name that only it has', () => {
    const code =
      'AbortSignal.any([]); requestIdleCallback(f); a.togglePopover(); Map.groupBy(b, c); for await (const d of e) f()'
    expect(newerApis(`export {}; ${code}`, 'one.ts')).toEqual([
      'AbortSignal.any',
      'requestIdleCallback',
      '.togglePopover',
      'Map.groupBy',
      'for await',
    ])
    expect(newerApis('a.toSorted(); structuredClone(b); AbortSignal.timeout(1)', 'one.ts')).toEqual([])
  })

  test('a newer selector, property or rule is found in a style sheet', () => {
    const code = '@starting-style { a { color: red } } a:has(b) { interpolate-size: allow-keywords } a { inset: 0 }'
    expect(newerStyles(code, 'one.css').toSorted()).toEqual([':has', '@starting-style', 'interpolate-size'])
  })

  test.each(['README.md', 'docs/browsers.md', 'docs/manual/en.md', 'docs/manual/ja.md'])(
    '%s names the oldest browsers in words',
    (file) => {
      const text = readFileSync(join(ROOT, file), 'utf8')
      const named: Record<string, string> = {
        chrome: 'Chrome',
        edge: 'Edge',
        firefox: 'Firefox',
        safari: 'Safari',
        samsung: 'Samsung Internet',
        ios_saf: 'iOS',
      }
      const missing = oldestBrowsers
        .map(({ name, version }) => `${named[name]} ${version}`)
        .filter((words) => !text.includes(words))
      expect(missing).toEqual([])
    },
  )

  test('the build lowers syntax to the list', () => {
    expect(buildTarget).toEqual(['chrome111', 'edge111', 'firefox115', 'safari16.4', 'ios16.4'])
  })
})
