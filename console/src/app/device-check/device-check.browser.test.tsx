/** A device on which nobody has seen and heard a test alarm: the way through the check, and putting it off. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { seriousErrors } from '#console/testing/accessibility.ts'
import { ALERT_LIST } from '#console/testing/answers.ts'
import { openConsole, reload } from '#console/testing/open.tsx'
import { aUser, NOW } from '#console/testing/rows.ts'
import { type Answers, sentTo } from '#console/testing/service.ts'

const nurse = aUser({ role: 'USER' })
const check = page.getByRole('region', { name: 'Does this device wake you for an alarm?' })

/** A device that is not proven, until it is. */
function newDevice(): Answers {
  let proof = { provenAt: null as string | null, provenByName: null as string | null, steps: null as never }
  return {
    ...ALERT_LIST,
    'deviceProof.present': () => proof,
    'deviceProof.save': () => {
      proof = { ...proof, provenAt: NOW, provenByName: 'Yuki Sato' }
      return proof
    },
  }
}

test('ALARM-03 a new device is led to a test alarm, which proves it', async () => {
  await openConsole('/app/alerts/list', { user: nurse, answers: newDevice() })
  await expect.element(check).toBeVisible()
  expect(await seriousErrors()).toEqual([])
  await check.getByRole('button', { name: 'Check this device' }).click()
  await page.getByRole('button', { name: 'Play the sound' }).click()
  await page.getByRole('button', { name: 'I hear it' }).click()
  await expect.element(page.getByRole('heading', { name: 'Notifications', exact: true })).toHaveFocus()
  await page.getByRole('button', { name: /^(Skip this step|Next)$/ }).click()
  await page.getByRole('button', { name: 'Skip this step' }).click()
  expect(await seriousErrors()).toEqual([])
  await page.getByRole('button', { name: 'Start the test alarm' }).click()
  await page.getByRole('checkbox', { name: 'I see the test alarm' }).click()
  const finish = page.getByRole('button', { name: 'This device is ready' })
  await expect.element(finish).toBeDisabled()
  await page.getByRole('checkbox', { name: 'I hear the test alarm' }).click()
  await finish.click()
  await expect.element(page.getByText('This device is ready for alarms.')).toBeVisible()
  expect(sentTo('deviceProof.save')[0]!.body).toMatchObject({ isSeen: true, isHeard: true })
  await reload()
  await expect.element(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
  await expect.poll(() => sentTo('deviceProof.present').length).toBeGreaterThan(1)
  await expect.element(check).not.toBeInTheDocument()
})

test('ALARM-03 a check that is put off opens again at the next sign-in', async () => {
  const answers = newDevice()
  await openConsole('/app/alerts/list', { user: nurse, answers })
  await check.getByRole('button', { name: 'Later' }).click()
  await expect.element(check).not.toBeInTheDocument()
  await openConsole('/app/alerts/list', { user: nurse, answers })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.element(check).not.toBeInTheDocument()
  await openConsole('/app/alerts/list', { user: { ...nurse, tokenExpiresAt: '2099-02-01T00:00:00.000Z' }, answers })
  await expect.element(check).toBeVisible()
})
