/** A fall with its incident report, and the steps of its accident report, for tests. */
import type { AccidentForm } from '@mimamori/contract/care/accident-form.ts'
import type { ReportSentence } from '@mimamori/contract/care/report.ts'
import readXlsxFile from 'read-excel-file/node'
import type { TestService, TestUser } from '#testing/service.ts'
import { insertAlert, insertCamera, insertMedia, insertResident, insertUnit } from '#testing/site.ts'

const FALL: ReportSentence = {
  ...{ section: 'summary', text: '居室で転倒を検知した。', author: 'facts' },
  evidence: [{ kind: 'clip', atMs: 5_400, says: '転倒した瞬間' }],
}
const STEPS: ReportSentence[] = [
  {
    ...{ section: 'timeline', text: '03:13 佐藤が訪室した。', author: 'facts' },
    evidence: [{ kind: 'step', atMs: null, says: '佐藤が到着' }],
  },
  { section: 'actions', text: '看護師に報告した。', author: 'person', evidence: [] },
  { section: 'actions', text: '手順に従う。', author: 'facts', evidence: [{ kind: 'fact', atMs: null, says: 'A' }] },
]
/** All fields of a first report that the alert does not supply. */
export const ANSWERS: Partial<AccidentForm> = {
  ...{
    severity: ['visit'],
    corporation: '社会福祉法人さくら会',
    officeNumber: '1370000001',
    service: '介護老人福祉施設',
  },
  ...{
    officeAddress: '東京都千代田区1-1',
    personAge: 88,
    personSex: 'female',
    insurer: '千代田区',
    residence: 'office',
  },
  ...{
    careLevel: 'care-3',
    dementiaLevel: '2b',
    visit: ['outpatient'],
    hospital: '中央病院',
    hospitalPhone: '03-0000-0000',
  },
  ...{ diagnosis: '大腿骨骨折', injuries: ['fracture'], fracture: '右大腿骨', treatment: 'レントゲン' },
  ...{ condition: '入院中', family: ['child'], familyOn: '2026-11-20' },
}

/** How its report begins; the fall is at 5.4 s of the clip. */
export const OPENING = '2026年11月20日 10:00頃、203で転倒を検知した。'

/** A fall in a room with one resident, with a clip and a saved incident report. */
export async function fall(service: TestService) {
  const organisation = await service.tenant({ kind: 'organisation', name: '社会福祉法人さくら会' })
  const tenant = await service.tenant({ parent: organisation })
  await service.sql`update tenant set timezone = 'Asia/Tokyo' where id = ${tenant.id}`
  const unitId = await insertUnit(service, tenant, '東')
  const camera = await insertCamera(service, tenant, { unitId, location: '203' })
  const residentId = await insertResident(service, camera, { name: '山田 花子' })
  const alert = await insertAlert(service, camera, { activity: 'A005', severity: 'critical' })
  await insertMedia(service, camera, { kind: 'clip', alert, bytes: new Uint8Array(9) })
  await service.sql`update alert set clip_alert_at_ms = 5400 where id = ${alert.id}`
  const sentences = JSON.stringify([FALL, ...STEPS])
  await service.sql`
    insert into report (tenant_id, alert_id, state, content, sentences, created_at, edited_by, edited_by_name, edited_at)
    values (${tenant.id}, ${alert.id}, 'saved', 'A', ${sentences}::text::jsonb, now(), uuidv7(), 'Test', now())`
  const nurse = await service.user({ role: 'USER', tenant, unitIds: [unitId] })
  const admin = await service.user({ role: 'ADMIN', tenant })
  const begin = await service.call(nurse.token, 'accident.create', { body: { alertId: alert.id } })
  return { tenant, unitId, camera, residentId, alert, nurse, admin, id: begin.body.id }
}
export type Fall = Awaited<ReturnType<typeof fall>>

export const read = async (service: TestService, user: TestUser, id: string) =>
  (await service.call(user.token, 'accident.get', { params: { id } })).body
export const save = async (service: TestService, user: TestUser, id: string, answers: Partial<AccidentForm>) => {
  const { form, version } = await read(service, user, id)
  return service.call(user.token, 'accident.save', { params: { id }, body: { form: { ...form, ...answers }, version } })
}
export const check = async (service: TestService, user: TestUser, id: string) => {
  const { version } = await read(service, user, id)
  return service.call(user.token, 'accident.check', { params: { id }, body: { version } })
}
export const submit = async (service: TestService, user: TestUser, id: string, submittedOn: string) => {
  const { version } = await read(service, user, id)
  return service.call(user.token, 'accident.submit', { params: { id }, body: { submittedOn, version } })
}
export const answerOf = (service: TestService, { nurse, id }: Fall, format: 'pdf' | 'excel', query = '') =>
  service.app.http.inject({
    ...{ method: 'GET', url: `/api/accident/${id}/${format}${query}` },
    headers: { 'x-authtoken': nurse.token },
  })
export const fileOf = async (service: TestService, place: Fall, format: 'pdf' | 'excel', query = '') =>
  (await answerOf(service, place, format, query)).rawPayload

/** Rows of a workbook without their section: item, box, answer, details. A heading that spans rows stands in the first. */
export async function rowsIn(workbook: Buffer) {
  const [sheet] = await readXlsxFile(workbook)
  return sheet!.data.map((cells) => [1, 2, 3, 4].map((at) => cells[at] ?? ''))
}
