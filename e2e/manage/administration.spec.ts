/** A site from nothing to the first day of work: the operator and the first administrator together, then a nurse. */
import type { Page } from '@playwright/test'
import { CARE_MENU } from '../stack/menu.ts'
import { expect, linkIn, openEmail, pick, signIn, signInAs, test } from '../stack/test.ts'

// Unique for this run: a stack that is used again still has the data of others.
const RUN = crypto.randomUUID().slice(0, 6)
const ORGANISATION = `Wakaba Care ${RUN}`
const SITE = `Wakaba no Sato ${RUN}`
const ADMIN = `yuko.${RUN}@wakaba.example`
const NURSE = `mai.${RUN}@wakaba.example`
const GUEST = `ren.${RUN}@wakaba.example`
const PASSWORD = `wakaba-no-hana-${RUN}`
const WHY = 'The first day: making the units.'

test.use({
  // The page asks about a range that would lock out its author, and the nurse requests what she may not see.
  allowedErrors: [/api\/security|404/],
})

test('SITE-01 SITE-03 UNIT-01 USER-01 SET-01 SET-02 NAV-02 NAV-06 the operator and an administrator set up a site in two windows; its nurse sees her unit', async ({
  page: operator,
  openWindow,
}) => {
  await signIn(operator, 'super', '/app/tenants/new')
  await createSite(operator)
  await inviteAdministrator(operator)
  const link = await emailTo(operator, ADMIN)
  await createHub(operator)

  const administrator = await openWindow()
  await register(administrator, link)
  const menu = [...CARE_MENU.toSpliced(CARE_MENU.indexOf('Cameras'), 0, 'Hubs'), ...['Users', 'Settings', 'Units']]
  await expectMenu(administrator, menu)
  await expectEmptySite(administrator)

  await connect(operator)
  await createUnit(operator, 'Wakaba 1F')
  await createUnit(operator, 'Aoba 2F')
  await stop(operator)

  await createTag(administrator)
  await createShift(administrator)
  await registerCameras(administrator)
  await createUser(administrator, { name: 'Mai', email: NURSE, role: 'User', unit: 'Wakaba 1F', password: PASSWORD })
  await createUser(administrator, { name: 'Ren', email: GUEST, role: 'Restricted User', unit: 'Aoba 2F' })
  await createEscalation(administrator)
  await keepToOwnNetwork(administrator)
  await emailTo(operator, GUEST)

  const nurse = await openWindow()
  await signInAs(nurse, NURSE, PASSWORD, '/app/cameras/list')
  await expectUnitAlone(nurse)
  await expectTrail(administrator)
})

async function createSite(operator: Page): Promise<void> {
  await operator.getByLabel('Name').fill(ORGANISATION)
  await operator.getByLabel('Code').fill(`wakaba-${RUN}`)
  await operator.getByRole('button', { name: 'Create' }).click()
  await operator.getByRole('link', { name: 'New site' }).click()
  await operator.getByLabel('Name').fill(SITE)
  await operator.getByLabel('Code').fill(`wakaba-no-sato-${RUN}`)
  await operator.getByRole('button', { name: 'Create' }).click()
  await expect(operator.getByRole('heading', { level: 1, name: SITE })).toBeVisible()
  await expect(operator.getByLabel(/^VCARE/)).toBeChecked()
  await expect(operator.getByLabel(/^PRO/)).toBeChecked()
  await operator.getByLabel('Room camera limit').fill('2')
  await operator.getByLabel('Public camera limit').fill('1')
  await save(operator, 'Save', 'Site updated')
}

async function inviteAdministrator(operator: Page): Promise<void> {
  await operator.getByRole('link', { name: 'Invite the first administrator' }).click()
  await nameOf(operator, 'Yuko', ADMIN)
  await expect(operator.getByRole('combobox', { name: 'Role' })).toHaveText('Site Admin')
  await expect(operator.getByRole('combobox', { name: 'Site' })).toHaveValue(SITE)
  await save(operator, 'Add user', 'User added')
}

async function emailTo(operator: Page, email: string): Promise<string> {
  await operator.goto('/app/mail/list')
  const mail = await openEmail(operator, email, /invitation/)
  await expect(mail).toContainText(SITE)
  return linkIn(mail)
}

async function createHub(operator: Page): Promise<void> {
  await operator.goto('/app/agents/new')
  await operator.getByLabel('Name').fill('Wakaba hub')
  await operator.getByRole('combobox', { name: 'Site' }).click()
  await operator.getByRole('option', { name: SITE }).click()
  await operator.getByRole('button', { name: 'Create hub' }).click()
  await expect(operator.getByRole('heading', { level: 1, name: 'Wakaba hub is ready to be connected' })).toBeVisible()
}

async function register(administrator: Page, link: string): Promise<void> {
  await administrator.goto(link)
  await expect(administrator.getByRole('heading', { name: `Welcome to ${SITE}` })).toBeVisible()
  await administrator.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await administrator.getByRole('button', { name: 'Register and sign in' }).click()
}

async function expectMenu(page: Page, entries: string[]): Promise<void> {
  const links = page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link')
  await expect(links).toHaveText(entries)
}

async function expectEmptySite(administrator: Page): Promise<void> {
  await administrator.goto('/app/cameras/list')
  await expect(administrator.getByText('Add the first one by hand, or many at once from a CSV file.')).toBeVisible()
  await administrator.goto('/app/users/list')
  await expect(administrator.getByRole('row')).toHaveCount(2)
  await expect(administrator.getByRole('row', { name: /Yuko Wakaba/ })).toBeVisible()
}

async function connect(operator: Page): Promise<void> {
  await operator.goto('/app/tenants/list')
  await operator.getByRole('searchbox').fill(SITE)
  await operator.getByRole('button', { name: `Connect to ${SITE}` }).click()
  await operator.getByLabel('Reason').fill(WHY)
  await operator.getByRole('dialog').getByRole('button', { name: 'Connect' }).click()
  await expect(barOf(operator)).toContainText(WHY)
}

const barOf = (page: Page) => page.getByRole('region', { name: `You are connected to ${SITE}` })

async function createUnit(operator: Page, name: string): Promise<void> {
  await operator.goto('/app/units/new')
  await expect(barOf(operator)).toBeVisible()
  await operator.getByLabel('Name').fill(name)
  await save(operator, 'New unit', 'Unit created')
}

async function stop(operator: Page): Promise<void> {
  await operator.getByRole('button', { name: /Account/ }).click()
  const menu = operator.getByRole('menu')
  await expect(menu).toContainText('super@mimamori.example')
  await expect(menu).toContainText(SITE)
  for (const name of ['Home', 'Logout']) await expect(menu.getByRole('menuitem', { name })).toBeVisible()
  await menu.getByRole('menuitem', { name: 'Stop impersonating' }).click()
  await expect(barOf(operator)).toHaveCount(0)
  await operator.goto('/app/units/list')
  await expect(operator.getByRole('columnheader', { name: 'Site' })).toBeVisible()
}

async function createTag(administrator: Page): Promise<void> {
  await administrator.goto('/app/settings/list?tabIndex=1')
  await administrator.getByLabel('Name of the tag').fill('Fall risk')
  await save(administrator, 'Add', 'Tag added')
}

async function createShift(administrator: Page): Promise<void> {
  await administrator.getByRole('link', { name: 'New shift' }).first().click()
  await expect(administrator.getByRole('heading', { level: 1, name: 'New shift' })).toBeVisible()
  await administrator.getByLabel('Name').fill('Night')
  await administrator.getByLabel('Start time').fill('17:00')
  await administrator.getByLabel('End time').fill('09:00')
  await save(administrator, 'New shift', 'Shift added')
}

async function registerCameras(administrator: Page): Promise<void> {
  const row = (room: number, unit: string) =>
    `Room ${room},Sees the bed,Other,Sakura,SO-2,rtsp://192.168.10.${room}/1,room-${room},Room ${room},ROOM,${unit}`
  const heading = 'Camera Name,Description,Camera Type,Brand,Model,Stream URL,Streaming Id,Location,Location type,Unit'
  const choose = async (...rows: string[]) => {
    await administrator.goto('/app/cameras/import')
    const buffer = Buffer.from([heading, ...rows].join('\r\n'))
    await administrator.setInputFiles('input[type=file]', { name: 'cameras.csv', mimeType: 'text/csv', buffer })
  }
  await choose(row(101, 'Wakaba 1F'), row(201, 'Aoba 2F'))
  await administrator.getByRole('button', { name: 'Register 2 cameras' }).click()
  await expect(administrator.getByText('2 cameras added.').first()).toBeVisible()
}

type NewUser = { name: string; email: string; role: string; unit: string; password?: string }

async function createUser(administrator: Page, { name, email, role, unit, password }: NewUser): Promise<void> {
  await administrator.goto('/app/users/new')
  await nameOf(administrator, name, email)
  await administrator.getByRole('combobox', { name: 'Role' }).click()
  await expect(administrator.getByRole('option', { name: /Organization Admin|Super Admin/ })).toHaveCount(0)
  await administrator.getByRole('option', { name: role, exact: true }).click()
  await pick(administrator, 'Units', unit)
  await pick(administrator, 'Shifts', 'Night')
  if (password) {
    await administrator.getByLabel('Give a first password').check()
    await administrator.getByLabel(/^Password/).fill(password)
  }
  await save(administrator, 'Add user', 'User added')
}

async function nameOf(page: Page, firstName: string, email: string): Promise<void> {
  await page.getByLabel('First Name').fill(firstName)
  await page.getByLabel('Last Name').fill('Wakaba')
  await page.getByLabel('Email').fill(email)
}

async function createEscalation(administrator: Page): Promise<void> {
  await administrator.goto('/app/settings/list')
  await administrator.getByRole('link', { name: 'New escalation' }).first().click()
  await expect(administrator.getByRole('heading', { level: 1, name: 'New escalation' })).toBeVisible()
  await administrator.getByLabel('Name').fill('Nobody came')
  await administrator.getByLabel('Threshold time').fill('3')
  await pick(administrator, 'Users', 'Mai')
  await pick(administrator, 'Units', 'Aoba 2F')
  await save(administrator, 'New escalation', 'Escalation added')
  const rule = administrator.getByRole('row', { name: /Nobody came/ })
  await expect(rule).toContainText('3 minutes')
  await expect(rule).toContainText('Aoba 2F, Mai Wakaba')
}

/** Ranges without the user's own address require confirmation; with it they do not, and everybody can continue. */
async function keepToOwnNetwork(administrator: Page): Promise<void> {
  await administrator.goto('/app/settings/list?tabIndex=3')
  await administrator.getByLabel('IP range', { exact: true }).fill('203.0.113.0/24')
  await administrator.getByRole('button', { name: 'Add', exact: true }).click()
  await administrator.getByRole('button', { name: 'Save' }).click()
  const prompt = administrator.getByRole('dialog', { name: 'Lock yourself out?' })
  await expect(prompt).toContainText('127.0.0.1')
  await prompt.getByRole('button', { name: 'Cancel' }).click()
  await expect(prompt).toHaveCount(0)
  await administrator.getByRole('button', { name: 'Add your own address' }).click()
  await save(administrator, 'Save', 'Changes saved.')
  await expect(prompt).toHaveCount(0)
  await administrator.reload()
  const ranges = administrator.getByRole('list', { name: 'IP ranges' }).getByRole('listitem')
  await expect(ranges).toHaveText(['203.0.113.0/24', '127.0.0.1/32'])
}

async function expectUnitAlone(nurse: Page): Promise<void> {
  await expectMenu(nurse, CARE_MENU)
  await expect(nurse.getByRole('main').getByRole('listitem')).toHaveCount(1)
  await expect(nurse.getByRole('main').getByRole('listitem')).toContainText('Room 101')
  await expect(nurse.getByRole('link', { name: 'Add camera' })).toHaveCount(0)
  for (const path of ['users/list', 'settings/list', 'units/list', 'agents/list', 'tenants/list', 'cameras/new']) {
    await nurse.goto(`/app/${path}`)
    await expect(nurse.getByText('This page does not exist')).toBeVisible()
  }
}

/** The administrator sees who was connected from outside, and why. */
async function expectTrail(administrator: Page): Promise<void> {
  await administrator.goto('/app/audit?connected=true')
  await expect(administrator.getByRole('row', { name: /Connected to the site/ })).toContainText(WHY)
}

async function save(page: Page, verb: string, said: string): Promise<void> {
  await page.getByRole('button', { name: verb, exact: true }).click()
  await expect(page.getByText(said).first()).toBeVisible()
}
