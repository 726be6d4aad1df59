/** A device on which nobody has seen and heard a test alarm: the way through the check, and putting it off. */
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { seriousErrors } from '#console/testing/accessibility.ts'
import { alarmSite } from '#console/testing/alarm-site.ts'
import { ALERT_LIST } from '#console/testing/answers.ts'
import { openConsole, reload } from '#console/testing/open.tsx'
import { aUser, idOf, NOW } from '#console/testing/rows.ts'
import { type Answers, sentTo } from '#console/testing/service.ts'

const nurse = aUser({ role: 'USER' })
const check = page.getByRole('region', { name: 'Does this device wake you for an alarm?' })

/** After a minute without an alarm that waits. */
const afterAMinute = () =>
  expect.poll(() => {
    vi.advanceTimersByTime(61_000)
    return check.elements().length
  })

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
  await afterAMinute().toBe(1)
  expect(await seriousErrors()).toEqual([])
  await check.getByRole('button', { name: 'Check this device' }).click()
  await page.getByRole('button', { name: 'Play the sound' }).click()
  await page.getByRole('button', { name: 'I hear it' }).click()
  await expect.element(page.getByRole('heading', { name: 'Notifications', exact: true })).toHaveFocus()
  await page.getByRole('button', { name: /^(Skip this step|Next)$/ }).click()
  await page.getByRole('button', { name: 'Skip this step' }).click()
  await page.getByRole('button', { name: 'It is off' }).click()
  expect(await seriousErrors()).toEqual([])
  await page.getByRole('button', { name: 'Start the test alarm' }).click()
  await page.getByRole('checkbox', { name: 'I see the test alarm' }).click()
  const finish = page.getByRole('button', { name: 'This device is ready' })
  await expect.element(finish).toBeDisabled()
  await page.getByRole('checkbox', { name: 'I hear the test alarm' }).click()
  await finish.click()
  await expect.element(page.getByText('This device is ready for alarms.')).toBeVisible()
  expect(sentTo('deviceProof.save')[0]!.body).toMatchObject({ isSeen: true, isHeard: true, steps: { silent: 'done' } })
  await reload()
  await expect.element(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible()
  await expect.poll(() => sentTo('deviceProof.present').length).toBeGreaterThan(1)
  vi.advanceTimersByTime(61_000)
  await expect.element(check).not.toBeInTheDocument()
})

test('REACH-03 the check says that a silent device makes no sound, and names a way', async () => {
  await openConsole('/app/alerts/list', { user: nurse, answers: newDevice() })
  await afterAMinute().toBe(1)
  await check.getByRole('button', { name: 'Check this device' }).click()
  for (const _ of ['sound', 'notification', 'install']) {
    await page.getByRole('button', { name: /^(Skip this step|Next)$/ }).click()
  }
  await expect.element(page.getByRole('heading', { name: 'Silent mode' })).toHaveFocus()
  await page.getByRole('button', { name: 'It stays on' }).click()
  await expect.element(page.getByText('This device then makes no sound')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.element(page.getByRole('button', { name: 'Start the test alarm' })).toBeVisible()
})

test('ALARM-03 a check that is put off opens again at the next sign-in', async () => {
  const answers = newDevice()
  await openConsole('/app/alerts/list', { user: nurse, answers })
  await afterAMinute().toBe(1)
  await check.getByRole('button', { name: 'Later' }).click()
  await expect.element(check).not.toBeInTheDocument()
  await openConsole('/app/alerts/list', { user: nurse, answers })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => sentTo('deviceProof.present').length).toBeGreaterThan(0)
  vi.advanceTimersByTime(61_000)
  await expect.element(check).not.toBeInTheDocument()
  await openConsole('/app/alerts/list', { user: { ...nurse, tokenExpiresAt: '2099-02-01T00:00:00.000Z' }, answers })
  await afterAMinute().toBe(1)
})

test('NIGHT-02 the check of a device waits while an alarm does', async () => {
  const site = alarmSite(nurse, 1)
  await openConsole('/app/alerts/list', { user: nurse, answers: { ...newDevice(), ...site.answers } })
  await expect.element(page.getByRole('button', { name: /^I’m going/ }).first()).toBeVisible()
  vi.advanceTimersByTime(61_000)
  await expect.poll(() => sentTo('deviceProof.present').length).toBeGreaterThan(0)
  await expect.element(check).not.toBeInTheDocument()
  site.become(idOf(1), { state: 'resolved' })
  await afterAMinute().toBe(1)
})
