/** The operator reads what an installation lacks before a home relies on it. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { NO_BACKUP } from '#console/testing/answers.ts'
import { openConsole } from '#console/testing/open.tsx'
import { aUser, SITE } from '#console/testing/rows.ts'

const RULE = { tenantId: SITE.id, possible: [], roles: [], graceDays: 14, missing: 0, version: 1 }

test('OPS-08 the operator reads what keeps alarms from people, nothing where all is set up', async () => {
  const operator = aUser({ role: 'SUPER_ADMIN' })
  const rest = { version: '0.1.0', mailWaitsSince: null, externalWaits: null, contactFails: null, openFiles: null }
  const backup = { ...NO_BACKUP, place: null, isOverdue: false }
  const answers = {
    'factorRule.get': () => RULE,
    'installation.get': () => ({ ...rest, backup, gaps: ['no-https', 'mail-off', 'backup-off'] as const }),
  }
  await openConsole('/app/installation', { user: operator, answers: answers as never })
  const gaps = page.getByRole('list').filter({ hasText: 'MIMAMORI_TLS_CERT' }).getByRole('listitem')
  await expect.element(gaps.nth(2)).toHaveTextContent('No backups are made. Set MIMAMORI_BACKUP_AT.')
  await openConsole('/app/installation', {
    user: operator,
    answers: { 'factorRule.get': () => RULE, 'installation.get': () => ({ ...rest, backup, gaps: [] }) },
  })
  await expect.element(page.getByRole('heading', { name: 'Backups' })).toBeVisible()
  await expect.element(page.getByText('Before you rely on it')).not.toBeInTheDocument()
})
