// Users in a home may open the console at http://192.168.1.10: such a page is not a secure context and lacks these web APIs.
// Only files with a fallback may use each of them.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSourceTree } from './boundaries/source-tree.ts'

/** Files in console/src that may use it; others use their exports. Empty: there is always another way. */
const MAY_NAME: Record<string, string[]> = {
  randomUUID: [],
  'navigator.locks': ['lib/browser/one-window.ts'],
  'navigator.clipboard': ['lib/browser/take-away.ts'],
  'navigator.wakeLock': ['lib/browser/use-wake-lock.ts'],
  'navigator.serviceWorker': [
    'alerting/alarm/bar/use-withdrawal.ts',
    'alerting/notification/push-registration.ts',
    'alerting/notification/push-window.ts',
    'lib/browser/worker-registration.ts',
  ],
  'navigator.storage': ['lib/browser/storage.ts'],
  'navigator.mediaDevices': [],
  'navigator.share': [],
  'navigator.credentials': [],
  'navigator.geolocation': [],
  'Notification.permission': ['alerting/notification/push-registration.ts'],
  PushManager: ['alerting/notification/push-registration.ts'],
  'crypto.subtle': ['lib/session/remembered-login.ts'],
  'caches.': ['lib/browser/shell-cache.ts', 'lib/browser/without-tls.ts'],
  'new VideoDecoder': ['footage/live/live-decoder.ts'],
  'new VideoEncoder': [],
  'new ImageDecoder': [],
  'new AudioDecoder': [],
}

const console = Object.entries(readSourceTree(join(import.meta.dirname, '..'))).filter(
  ([path]) => path.startsWith('console/src/') && !/\.test\.tsx?$/.test(path),
)

test.each(Object.entries(MAY_NAME))('%s is used only by files with a fallback', (name, files) => {
  const found = console.filter(([, text]) => withoutComments(text).includes(name)).map(([path]) => path)
  expect(found.toSorted()).toEqual(files.map((file) => `console/src/${file}`))
})

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/^\s*\/\/.*$/gm, '')
}
