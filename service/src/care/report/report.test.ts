import { randomUUID } from 'node:crypto'
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'
import { insertAlert, insertCamera, insertUnit } from '#testing/site.ts'
import { drawClip } from './testing-clip.ts'
import { FALL_AT, fallSite, generated, newest, work } from './testing-report.ts'

let service: TestService
let clip: Buffer
beforeAll(async () => {
  service = await startService()
  clip = await drawClip(15, 2, 6.5)
})
afterAll(() => service.stop())

const generate = (token: string, id: string) => service.call(token, 'eventDetail.generate', { body: { id } })
const job = async (token: string, id: string) => (await service.call(token, 'eventDetail.job', { params: { id } })).body
const save = (token: string, eventId: string, content: string, version?: number) =>
  service.call(token, 'eventDetail.create', { body: { eventId, eventType: 'ALERT', content, version } })
const edit = (token: string, id: string, content: string, version?: number) =>
  service.call(token, 'eventDetail.update', { body: { id, content, version } })

describe('REPORT-01 a draft', () => {
  test('REPORT-01 REPORT-04 a draft is written from clip and alert in four steps, marked as without a model', async () => {
    const site = await fallSite(service, { clip })
    const { nurse, alert } = site
    const events: LiveEvent[] = []
    const unsubscribe = service.platform.bus.subscribe([site.tenant.id], (event) => events.push(event))
    const asked = await generate(nurse.token, alert.id)
    expect(asked.body).toMatchObject({ eventId: alert.id, state: 'waiting', steps: [] })
    await work(service)
    unsubscribe()

    const after = await job(nurse.token, alert.id)
    expect(after).toMatchObject({ hasModel: false, job: { id: asked.body.id, state: 'done', error: null } })
    expect(after.job!.steps.map(({ step, endedAt }) => [step, endedAt !== null])).toEqual([
      ['analyzing', true],
      ['detecting', true],
      ['generating', true],
      ['finalizing', true],
    ])
    expect(events.filter(({ type }) => type === 'report-changed').length).toBeGreaterThanOrEqual(5)

    const draft = (await newest(service, nurse.token, alert))!
    expect(draft).toMatchObject({ state: 'draft', version: 1, eventType: 'ALERT', eventId: alert.id })
    expect(draft.basis).toMatchObject({
      ...{ writtenBy: 'facts', modelName: null, modelError: null, clip: 'analyzed', framesSent: false },
      timeZone: 'Asia/Tokyo',
    })
    expect(draft.basis!.motionPercent).toHaveLength(15)
    expect(draft.content).toContain('On 20 November 2026 at 03:12:05, the camera detected a fall. Place: Room 203')
    expect(draft.content).toMatch(/After that nothing moved until the end of the clip, for 8\.\d s\./)
    expect(draft.content).toMatch(/\n03:12:0\d First motion in the clip, at 00:02\./)
    expect(draft.content).toContain('03:12:06 The alert was raised, 1.2 s later.')
    expect(draft.sentences.every(({ evidence, author }) => evidence.length > 0 && author === 'facts')).toBe(true)
  })

  test('REPORT-01 a draft names viewers, verdicts and other events of the camera, in Japanese', async () => {
    const site = await fallSite(service, { locale: 'ja' })
    const { camera, alert, nurse } = site
    await insertAlert(service, camera, { activity: 'A006', occurredAt: '2026-11-19T18:05:05.000Z' })
    await insertAlert(service, camera, { activity: 'A003', occurredAt: '2026-11-19T17:00:00.000Z' })
    await service.sql`update alert set first_seen_by = ${nurse.id}, first_seen_name = '佐藤 花子',
      first_seen_at = '2026-11-19T18:14:11.200Z', verdict = 'real' where id = ${alert.id}`
    const { content, basis } = await generated(service, site)
    expect(content).toContain('2026年11月20日 03:12:05、カメラが転倒を検知しました。場所はRoom 203')
    expect(content).toContain('このアラートには映像がないため、アラートの記録だけをもとにしています。')
    expect(content).toContain('佐藤 花子さんが最初に確認しました。発報から2分5秒後です。')
    expect(content).toContain('職員はこのアラートを「実際に起きた」と判定しました。')
    expect(content).toContain('03:05:05 この7分前に、同じカメラの別のアラート（離床）があります。')
    expect(content).not.toContain('動き)')
    expect(basis).toMatchObject({ clip: 'none', framesAtMs: [], motionPercent: [] })
  })

  test('NIGHT-08 a draft begins with what the nurse wrote, and leaves the camera’s log to an appendix', async () => {
    const site = await fallSite(service)
    const { camera, alert, nurse } = site
    await insertAlert(service, camera, { activity: 'A006', occurredAt: '2026-11-19T18:05:05.000Z' })
    const answer = { outcome: 'no-injury', note: 'Sat on the floor. Helped up, no pain.' } as const
    const press = (body: object) =>
      service.call(nurse.token, 'alarm.answer', {
        params: { id: alert.id },
        body: { requestId: randomUUID(), ...body } as never,
      })
    await press({ action: 'claim' })
    await press({ action: 'resolve', ...answer })
    const { sentences, content } = await generated(service, site)
    const name = sentences[0]!.text.split(' finished')[0]!
    expect(sentences.slice(0, 2).map(({ text }) => text)).toEqual([
      `${name} finished it: No injury.`,
      `Note of ${name}: Sat on the floor. Helped up, no pain.`,
    ])
    const sectionOf = (words: string) => sentences.find(({ text }) => text.includes(words))?.section
    expect([sectionOf('another alert'), sectionOf('Another alert'), sectionOf('clip of this alert')]).toEqual([
      undefined,
      'log',
      'log',
    ])
    expect(sentences.at(-1)!.section).toBe('log')
    expect(content).not.toMatch(/Check on the resident|whether it was real/)
  })

  test('REPORT-01 a draft of an unreadable clip is based on the alert alone and states that', async () => {
    const { content, basis } = await generated(service, await fallSite(service, { clip: Buffer.from('not a clip') }))
    expect(basis!.clip).toBe('unreadable')
    expect(content).toContain('The clip could not be read, so this report rests on the data of the alert alone.')
  })

  test('REPORT-01 one draft is written at a time for an alert; a repeated request gets the same one', async () => {
    const { nurse, alert } = await fallSite(service)
    const [first, second] = [await generate(nurse.token, alert.id), await generate(nurse.token, alert.id)]
    expect(second.body.id).toBe(first.body.id)
    await work(service)
    const third = await generate(nurse.token, alert.id)
    expect(third.body.id).not.toBe(first.body.id)
    await work(service)
    const { body } = await service.call(nurse.token, 'eventDetail.search', { body: { eventId: alert.id } })
    expect(body.totalCount).toBe(1)
  })

  test('REPORT-01 a draft whose process died is resumed, and given up after three tries', async () => {
    const { nurse, alert } = await fallSite(service)
    await generate(nurse.token, alert.id)
    const die = (attempts: number) => service.sql`update report_job set state = 'running', attempts = ${attempts},
      next_at = ${new Date(service.clock.now().getTime() - 1).toISOString()},
      steps = '[]' where alert_id = ${alert.id}`
    await die(1)
    await work(service)
    expect((await job(nurse.token, alert.id)).job).toMatchObject({ state: 'done' })

    const other = await fallSite(service)
    await generate(other.nurse.token, other.alert.id)
    await service.sql`update report_job set state = 'running', attempts = 3,
      next_at = ${service.clock.now().toISOString()} where alert_id = ${other.alert.id}`
    await work(service)
    const given = (await job(other.nurse.token, other.alert.id)).job
    expect(given).toMatchObject({ state: 'failed', error: 'interrupted' })
    expect(await newest(service, other.nurse.token, other.alert)).toBeUndefined()
  })

  test('REPORT-01 each user may request five drafts an hour', async () => {
    const site = await fallSite(service)
    for (let i = 0; i < 5; i++) {
      expect((await generate(site.nurse.token, site.alert.id)).status).toBe(200)
      await work(service)
    }
    const sixth = await service.refused(site.nurse.token, 'eventDetail.generate', { body: { id: site.alert.id } })
    expect([sixth.status, sixth.body.key]).toEqual([429, 'too-many-requests'])
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(60)
  })

  test('REPORT-01 a draft of an alert that was deleted meanwhile is discarded', async () => {
    const { nurse, alert } = await fallSite(service)
    await generate(nurse.token, alert.id)
    await service.sql`update alert set deleted_at = now() where id = ${alert.id}`
    await work(service)
    const rows = await service.sql`select from report where alert_id = ${alert.id}`
    expect(rows).toHaveLength(0)
  })
})

describe('REPORT-02 the calls of a report', () => {
  test('REPORT-02 a draft is saved with a person’s edits, and the alert’s timeline has a step', async () => {
    const site = await fallSite(service, { clip })
    const { nurse, alert } = site
    const draft = await generated(service, site)
    const text = `${draft.content}\nDoctor was called.`
    const { body: saved } = await save(nurse.token, alert.id, text, draft.version)
    expect(saved).toMatchObject({ id: draft.id, state: 'saved', version: 2, editedByName: 'Test USER', editCount: 0 })
    expect(saved.sentences.at(-1)).toEqual({
      ...{ section: 'actions', text: 'Doctor was called.', author: 'person', evidence: [] },
    })
    expect(saved.sentences.slice(0, -1)).toEqual(draft.sentences)
    const { body: detail } = await service.call(nurse.token, 'alert.get', { params: { id: alert.id } })
    expect(detail.steps.filter(({ kind }) => kind === 'reported').map(({ userName }) => userName)).toEqual([
      'Test USER',
    ])
  })

  test('REPORT-02 edits retain the earlier text, which can be restored with its evidence', async () => {
    const site = await fallSite(service, { clip })
    const { nurse, alert } = site
    const draft = await generated(service, site)
    const { body: saved } = await save(nurse.token, alert.id, draft.content)
    const { body: edited } = await edit(nurse.token, saved.id, 'All is well.', saved.version)
    expect(edited).toMatchObject({ content: 'All is well.', version: saved.version + 1, editCount: 1 })
    const { body: history } = await service.call(nurse.token, 'eventDetail.history', { params: { id: saved.id } })
    expect(history.records).toMatchObject([
      { kind: 'edited', userName: 'Test USER', before: draft.content, after: 'All is well.' },
    ])
    const { body: restored } = await service.call(nurse.token, 'eventDetail.restore', {
      body: { id: saved.id, editId: history.records[0]!.id, version: edited.version },
    })
    expect(restored).toMatchObject({ content: draft.content, sentences: draft.sentences, editCount: 2 })
  })

  test('REPORT-02 an outdated edit is a conflict and loses nothing', async () => {
    const site = await fallSite(service)
    const draft = await generated(service, site)
    const { body: saved } = await save(site.nurse.token, site.alert.id, draft.content)
    await edit(site.nurse.token, saved.id, 'First.', saved.version)
    const late = await service.refused(site.nurse.token, 'eventDetail.update', {
      body: { id: saved.id, content: 'Second.', version: saved.version },
    })
    expect([late.status, late.body.key]).toEqual([409, 'conflict'])
    expect((await newest(service, site.nurse.token, site.alert))!.content).toBe('First.')
    const stale = await service.refused(site.nurse.token, 'eventDetail.create', {
      body: { eventId: site.alert.id, eventType: 'ALERT', content: 'Third.', version: draft.version },
    })
    expect(stale.body.key).toBe('conflict')
  })

  test('REPORT-02 a regenerated draft waits beside the saved report until it replaces it', async () => {
    const site = await fallSite(service)
    const { nurse, alert } = site
    await save(nurse.token, alert.id, 'Written by hand.')
    service.clock.advance(60_000)
    const draft = await generated(service, site)
    const both = await service.call(nurse.token, 'eventDetail.search', { body: { eventId: alert.id } })
    expect(both.body.records.map(({ state }) => state)).toEqual(['draft', 'saved'])
    const { body: saved } = await save(nurse.token, alert.id, draft.content, draft.version)
    expect(saved).toMatchObject({ state: 'saved', content: draft.content, editCount: 1 })
    expect(saved.basis).toEqual(draft.basis)
    const after = await service.call(nurse.token, 'eventDetail.search', { body: { eventId: alert.id } })
    expect(after.body.totalCount).toBe(1)
  })

  test('REPORT-02 deleting a draft leaves the saved report; deleting that leaves nothing', async () => {
    const site = await fallSite(service)
    const { nurse, alert } = site
    const { body: saved } = await save(nurse.token, alert.id, 'By hand.')
    service.clock.advance(60_000)
    const draft = await generated(service, site)
    await service.call(nurse.token, 'eventDetail.remove', { params: { id: draft.id } })
    expect((await newest(service, nurse.token, alert))!.id).toBe(saved.id)
    await service.call(nurse.token, 'eventDetail.remove', { params: { id: saved.id } })
    expect(await newest(service, nurse.token, alert)).toBeUndefined()
    const again = await service.refused(nurse.token, 'eventDetail.remove', { params: { id: saved.id } })
    expect(again.status).toBe(404)
  })

  test('REPORT-02 a person’s text stays plain text, without unprintable characters', async () => {
    const { nurse, alert } = await fallSite(service)
    const { body } = await save(nurse.token, alert.id, 'He said <b>"no"</b>.\u0000\u202e\nSee room 203.')
    expect(body.content).toBe('He said <b>"no"</b>.\nSee room 203.')
    const empty = await service.refused(nurse.token, 'eventDetail.create', {
      body: { eventId: alert.id, eventType: 'ALERT', content: ' \n ' },
    })
    expect(empty.status).toBe(400)
  })

  test('REPORT-02 every change is audited', async () => {
    const site = await fallSite(service)
    const draft = await generated(service, site)
    const { body: saved } = await save(site.nurse.token, site.alert.id, draft.content)
    await edit(site.nurse.token, saved.id, 'Other.')
    await service.call(site.nurse.token, 'eventDetail.remove', { params: { id: saved.id } })
    const rows = await service.sql<{ action: string }[]>`
      select action from audit where tenant_id = ${site.tenant.id} and action like 'eventDetail.%' order by at, id`
    expect(rows.map(({ action }) => action)).toEqual([
      'eventDetail.generate',
      'eventDetail.save',
      'eventDetail.edit',
      'eventDetail.delete',
    ])
  })
})

describe('NAV-11 the right to reports', () => {
  test('NAV-11 without PRO no report is written, and existing ones can be read and deleted', async () => {
    const site = await fallSite(service)
    const { body: saved } = await save(site.nurse.token, site.alert.id, 'By hand.')
    await service.sql`update tenant set packages = '{VCARE}' where id = ${site.tenant.id}`
    service.clock.advance(1_000)
    const rejections = [
      await service.refused(site.nurse.token, 'eventDetail.generate', { body: { id: site.alert.id } }),
      await service.refused(site.nurse.token, 'eventDetail.update', { body: { id: saved.id, content: 'x' } }),
      await service.refused(site.nurse.token, 'eventDetail.create', {
        body: { eventId: site.alert.id, eventType: 'ALERT', content: 'x' },
      }),
    ]
    expect(rejections.map(({ status, body }) => [status, body.key])).toEqual(Array(3).fill([403, 'pro-required']))
    expect((await newest(service, site.nurse.token, site.alert))!.content).toBe('By hand.')
    const gone = await service.call(site.nurse.token, 'eventDetail.remove', { params: { id: saved.id } })
    expect(gone.status).toBe(200)
  })

  test('REPORT-01 a nurse of another unit finds neither the alert nor its report', async () => {
    const site = await fallSite(service)
    const { body: saved } = await save(site.nurse.token, site.alert.id, 'By hand.')
    const elsewhere = await insertUnit(service, site.tenant)
    const other = await service.user({ role: 'USER', tenant: site.tenant, unitIds: [elsewhere] })
    const answers = [
      await service.refused(other.token, 'eventDetail.search', { body: { eventId: site.alert.id } }),
      await service.refused(other.token, 'eventDetail.generate', { body: { id: site.alert.id } }),
      await service.refused(other.token, 'eventDetail.update', { body: { id: saved.id, content: 'x' } }),
      await service.refused(other.token, 'eventDetail.history', { params: { id: saved.id } }),
      await service.refused(other.token, 'eventDetail.remove', { params: { id: saved.id } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  })

  test('REPORT-01 RESTRICTED_USER and DEMO_USER may read, ANNOTATOR may not, none may write', async () => {
    const site = await fallSite(service)
    await save(site.nurse.token, site.alert.id, 'By hand.')
    const read = async (role: 'RESTRICTED_USER' | 'DEMO_USER' | 'ANNOTATOR') => {
      const { token } = await service.user({ role, tenant: site.tenant, unitIds: [site.unitId] })
      const seen = await service.refused(token, 'eventDetail.search', { body: { eventId: site.alert.id } })
      const wrote = await service.refused(token, 'eventDetail.generate', { body: { id: site.alert.id } })
      return [seen.status, wrote.status]
    }
    expect(await read('RESTRICTED_USER')).toEqual([200, 403])
    expect(await read('DEMO_USER')).toEqual([200, 403])
    expect(await read('ANNOTATOR')).toEqual([403, 403])
  })

  test('REPORT-01 no report contains the location of another site’s camera', async () => {
    const site = await fallSite(service)
    const other = await service.tenant({ packages: ['PRO'] })
    const foreign = await insertCamera(service, other, { name: 'Canary-foreign' })
    await insertAlert(service, foreign, { activity: 'A005', occurredAt: FALL_AT })
    expect((await generated(service, site)).content).not.toContain('Canary-foreign')
  })
})
