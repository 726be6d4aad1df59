/** The operator reads what an installation lacks before a home relies on it. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openConsole } from '#console/testing/open.tsx'
import { aUser } from '#console/testing/rows.ts'

const NO_BACKUP = { runs: null, last: null, failure: null, lastDrill: null, drillFailure: null }

test('OPS-08 the operator reads what keeps alarms from people, nothing where all is set up', async () => {
  const operator = aUser({ role: 'SUPER_ADMIN' })
  const rest = { version: '0.1.0', mailWaitsSince: null, externalWaits: null, openFiles: null }
  const backup = { ...NO_BACKUP, place: null, isOverdue: false }
  const answers = {
    'installation.get': () => ({ ...rest, backup, gaps: ['no-https', 'mail-off', 'backup-off'] as const }),
  }
  await openConsole('/app/installation', { user: operator, answers: answers as never })
  const gaps = page.getByRole('list').filter({ hasText: 'MIMAMORI_TLS_CERT' }).getByRole('listitem')
  await expect.element(gaps.nth(2)).toHaveTextContent('No backups are made. Set MIMAMORI_BACKUP_AT.')
  await openConsole('/app/installation', {
    user: operator,
    answers: { 'installation.get': () => ({ ...rest, backup, gaps: [] }) },
  })
  await expect.element(page.getByRole('heading', { name: 'Backups' })).toBeVisible()
  await expect.element(page.getByText('Before you rely on it')).not.toBeInTheDocument()
})
