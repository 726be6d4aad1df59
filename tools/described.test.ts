/** Every text that the description quotes, and the test that causes it: its file must expect the text, literally. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
/** The description lies beside the checkout where it is worked on, not in it. */
const DESCRIPTION = join(root, '..', 'shared', 'specification.txt')

/** What people read, by the test in whose story somebody meets it. */
const READ: Record<string, readonly string[]> = {
  'console/src/identity/session/login-page.browser.test.tsx': ['Invalid Credentials', 'Unable to logout!'],
  'e2e/manage/connect-site.spec.ts': [
    ...['stop impersonating', 'No data found.', 'No records to display', 'No records available'],
    'No Older Notification',
  ],
  'e2e/pages/recordings.spec.ts': [
    "Please be patient as we process the recording you're trying to view. It may take some time to load.",
    ...['Download failed', 'Video not available'],
  ],
  'console/src/alerting/alert/list/alert-list-page.browser.test.tsx': [
    ...['Start date should be less than End Time.', 'No saved filters', 'Maximum 5 filters allowed'],
    'Some cameras are not available in the current unit',
  ],
  'e2e/pages/described.spec.ts': [
    ...['Please add subscriber', 'Please add escalation', 'Please add User', 'Please add Unit'],
    ...['Start Time should be less than End Time.', 'Invalid End Time.', 'Invalid Start Time.'],
    'No image to be displayed.',
    'To set multiple ROI, please choose cloud as inference env in General App Settings',
  ],
  'console/src/insight/metrics/metrics-page.browser.test.tsx': ['Error generating report'],
  'e2e/pages/reports.spec.ts': [
    ...['Error generating incident report', 'Error saving report', 'Error deleting report'],
    // Below the sentence of what failed.
    'Error',
  ],
  'console/src/site/asset/settings-page.browser.test.tsx': [
    ...['No Results', 'Available with PRO package Subscription', 'Invalid IP Address Range'],
  ],
  'console/src/site/unit/unit-list-page.browser.test.tsx': ['Changes saved.'],
  'console/src/identity/user/user-list-page.browser.test.tsx': ['rows per page'],
  'console/src/alerting/notification/notification-toasts.browser.test.tsx': ['view details'],
  'e2e/rooms/editors.spec.ts': [
    ...['End Time should be greater than Start Time.', 'Times overlap with another set of times.'],
  ],
  // One for each field, by the field's own name.
  'e2e/rooms/cameras.spec.ts': ['X is required'],
}

/** Values that nobody reads as a sentence. */
const VALUES: Record<string, readonly string[]> = {
  'console/src/camera/camera/list/camera-search.test.ts': ['cameraStatus', 'status'],
  'console/src/lib/time/time.test.ts': ['do MMM yyyy, hh:mm a', 'yyyy/MM/dd HH:mm'],
  'console/src/lib/service/file-name.test.ts': ['-analytics-report.pdf', 'default'],
  'service/src/alerting/notification/notification.email.test.ts': ['Fall'],
}

const DEPARTED = ['coming soon']

/** As the description writes them: between single quotes, of which one inside of a word is an apostrophe. */
const QUOTED = /(?<![A-Za-z])'((?:[^'\n]|(?<=[A-Za-z])'(?=[a-z]))+)'(?![a-z])/g

const textsOf = (by: Record<string, readonly string[]>) =>
  Object.entries(by).flatMap(([file, texts]) => texts.map((text) => [text, file] as const))

/** What a test's code says, without its comments. */
function codeOf(file: string): string {
  const text = readFileSync(join(root, file), 'utf8')
  return text.replaceAll(/^\s*\/\/.*$|\/\*[\s\S]*?\*\//gm, '')
}

/** Behind an expectation or a place on the page; X stands for the name of a field. */
function expects(code: string, text: string): boolean {
  const said = text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/^X /, '[\\w ]+ ')
  const words = said.replace(/^(Please add) (\w+)$/, '$1 (?:$2|\\$\\{\\w+\\})')
  return new RegExp(`['"\`/^(]${words}`, 'i').test(code)
}

describe('the texts of the description', () => {
  test.each(textsOf(READ))('“%s” is caused in %s', (text, file) => {
    expect(expects(codeOf(file), text)).toBe(true)
  })

  test.each(textsOf(VALUES))('the value “%s” is used in %s', (text, file) => {
    expect(codeOf(file)).toContain(text)
  })

  test.each(DEPARTED)('that the product does not say, “%s”, stands among the departures', (text) => {
    expect(readFileSync(join(root, 'docs', 'departures.md'), 'utf8')).toContain(`'${text}'`)
  })

  test.skipIf(!existsSync(DESCRIPTION))('are all in this table, and nothing else is', () => {
    const quoted = [...readFileSync(DESCRIPTION, 'utf8').matchAll(QUOTED)].map(([, text]) => text!)
    const known = [...textsOf(READ), ...textsOf(VALUES)].map(([text]) => text)
    expect([...new Set(quoted)].sort()).toEqual([...known, ...DEPARTED].sort())
  })

  test('are found between their quotes, with an apostrophe inside', () => {
    const found = [..."says 'Wait as you're told.' or 'No'.".matchAll(QUOTED)].map(([, text]) => text)
    expect(found).toEqual(["Wait as you're told.", 'No'])
    expect(expects("getByText('Street is required')", 'X is required')).toBe(true)
    expect(expects('// Invalid', 'Invalid')).toBe(false)
  })
})
