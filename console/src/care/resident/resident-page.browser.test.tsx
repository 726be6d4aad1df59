/** Residents as an administrator looks after them, and as carers see them. */
import type { ResidentDetail } from '@mimamori/contract/care/resident.ts'
import { CONSENTS } from '@mimamori/contract/care/resident-title.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ROOMS } from '#console/testing/answers.ts'
import { openConsole } from '#console/testing/open.tsx'
import { aCamera, aRoom, aUser, idOf, NOW, pageOf, SITE } from '#console/testing/rows.ts'
import { type Answers, sentTo } from '#console/testing/service.ts'

const main = page.getByRole('main')
const HANAKO: ResidentDetail = {
  ...{ id: idOf(400), name: '山田 花子', honorific: 'sama', careNote: 'Walks with a stick.', refused: [] },
  ...{
    kana: '',
    facts: {
      sex: '' as const,
      bornOn: null,
      insurer: '',
      insuredNumber: '',
      careLevel: '' as const,
      dementiaLevel: '' as const,
    },
  },
  ...{ stay: null, removedAt: null, version: 1, stays: [], timezone: SITE.timezone },
  consents: CONSENTS.map((kind) => ({
    ...{ kind, isGiven: true, answeredOn: '2026-11-01', answeredBy: 'D' },
    ...{ recordedByName: 'Yuki Sato', recordedAt: NOW },
  })),
}
const cameras = [aCamera(5), aCamera(6)]

/** A site with this resident, who moves and leaves. */
function siteWith(resident: ResidentDetail): Answers {
  let row = resident
  const become = (change: Partial<ResidentDetail>) => {
    row = { ...row, ...change, version: row.version + 1 }
    return row
  }
  return {
    'resident.search': () => pageOf(row),
    'resident.get': () => row,
    'resident.life': () => ({ nights: [], falls: [], reports: [] }),
    'resident.move': ({ body }) => {
      const { location } = cameras.find(({ id }) => id === body.cameraId)!
      const stay = {
        ...{ stayId: idOf(410 + row.stays.length), cameraId: body.cameraId, location, unitName: '2F' },
        ...{ bed: body.bed, from: body.at, to: null },
      }
      const before = row.stays.map((one) => ({ ...one, to: one.to ?? body.at }))
      return become({ stay, stays: [{ ...stay, version: 1 }, ...before] })
    },
    'resident.leave': ({ body }) => {
      const stays = row.stays.map((one) => ({ ...one, to: one.to ?? body.at }))
      return become({ stay: row.stay && { ...row.stay, to: body.at }, stays })
    },
    'camera.search': ({ body }) => pageOf(...cameras.filter(({ location }) => location.includes(body.text ?? ''))),
    'room.list': () => ({ records: [aRoom(1, { residents: [HANAKO] })], totalCount: 1, now: NOW }),
    ...ROOMS,
  }
}

test('RESIDENT-01 a file with a wrong line says what is wrong there, and adds nobody', async () => {
  const wrong: Record<string, string>[] = [
    { room: 'resident.room-unknown' },
    { recording: 'resident.consent-required' },
  ]
  const answers: Answers = {
    'resident.import': ({ body }) => ({
      isImported: false,
      lines: body.lines.map((_, at) => ({ line: at + 1, fields: wrong[at]!, repeats: null })),
    }),
  }
  await openConsole('/app/residents/import', { answers })
  const head = 'Name,Room,Detection,Recording,Clear images,Answered on,Signed by'
  const lines = ['A,999,yes,yes,no,2026-11-01,B', 'C,,yes,maybe,no,2026-11-01,D']
  const file = new File([[head, ...lines].join('\r\n')], 'residents.csv', { type: 'text/csv' })
  await page.getByLabelText('Choose a CSV or Excel file').upload(file)
  await expect.element(main.getByRole('heading', { name: '2 lines have to be corrected in the file.' })).toBeVisible()
  await expect.element(main.getByRole('row').nth(1)).toMatchTextContent('Room: There is no such room')
  await expect.element(main.getByRole('row').nth(2)).toMatchTextContent('Recording: Answer all three questions')
  await expect.element(main.getByRole('button', { name: 'Add 2 residents' })).toBeDisabled()
  expect(sentTo('resident.import').map(({ body }) => [body.dryRun, body.lines.length])).toEqual([[true, 2]])
})

test('RESIDENT-02 a carer reads the care note and edits no resident', async () => {
  await openConsole('/app/residents', { user: aUser({ role: 'USER' }), answers: siteWith(HANAKO) })
  await main.getByRole('link', { name: '山田 花子 様' }).click()
  await expect.element(main.getByRole('heading', { name: 'Care note' })).toBeVisible()
  await expect.element(main.getByText('Walks with a stick.')).toBeVisible()
  await expect.element(main.getByRole('link', { name: 'Edit', exact: true })).not.toBeInTheDocument()
})

test('RESIDENT-02 the tile of a room bears the names of those who stay there', async () => {
  await openConsole('/app/rooms', { user: aUser({ role: 'USER' }), answers: siteWith(HANAKO) })
  await expect.element(main.getByText('山田 花子 様')).toBeVisible()
})

test('RESIDENT-01 a resident gets a room, moves to another one and leaves, each on the page at once', async () => {
  await openConsole(`/app/residents/${HANAKO.id}`, { answers: siteWith(HANAKO) })
  const dialog = page.getByRole('dialog')
  const task = async (name: string, room: string | null) => {
    await main.getByRole('button', { name, exact: true }).click()
    if (room) {
      await dialog.getByRole('combobox', { name: 'Room' }).fill(room)
      await page.getByRole('option', { name: room }).first().click()
      await dialog.getByLabelText('Bed').fill('4')
    }
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
  }
  const stays = main.getByCss('section').filter({ hasText: 'Which room, from when until when.' })
  await task('Give a room', '205')
  await expect.element(stays).toMatchTextContent('205')
  await task('Move', '206')
  await expect.element(stays).toMatchTextContent('206')
  expect(sentTo('resident.move').map(({ body }) => [body.cameraId, body.bed])).toEqual([
    [idOf(105), 4],
    [idOf(106), 4],
  ])
  await task('Leave', null)
  await expect.element(main.getByRole('button', { name: 'Give a room', exact: true })).toBeVisible()
  await expect.element(main.getByRole('button', { name: 'Leave', exact: true })).not.toBeInTheDocument()
})
