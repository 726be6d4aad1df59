/** Registering many cameras: all errors at once, all or none; and the requests to a hub before that. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'
import { insertAgent, insertCamera, insertUnit } from '#testing/site.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

async function site({ rooms = 10, publicPlaces = 10 } = {}) {
  const tenant = await service.tenant()
  await service.sql`update tenant set room_camera_limit = ${rooms}, public_camera_limit = ${publicPlaces}
    where id = ${tenant.id}`
  const admin = await service.user({ role: 'ADMIN', tenant })
  const many = async (cameras: object[], dryRun = false) =>
    (await service.call(admin.token, 'camera.registerMany', { body: { cameras: cameras as never[], dryRun } })).body
  const count = async () =>
    (await service.sql`select count(*) as cameras from camera where tenant_id = ${tenant.id}`)[0]!.cameras
  return { tenant, admin, many, count, agentId: await insertAgent(service, tenant) }
}
const row = (name: string, more: object = {}) => ({
  name,
  description: 'ベッドの上',
  type: 'AXIS_AGENT',
  brand: 'AXIS',
  model: 'M3085-V',
  streamUrl: `rtsp://root:s3cret@10.0.0.9/${name}`,
  location: name,
  streamingId: name,
  ...more,
})

describe('registering many cameras at once', () => {
  test('CAM-07 with two bad rows of twelve nothing is registered and every error is reported at once', async () => {
    const { many, count, tenant } = await site({ rooms: 20 })
    await insertCamera(service, tenant, { name: '201' })
    const foreignUnit = await insertUnit(service, await service.tenant())
    const cameras = Array.from({ length: 12 }, (_, index) => row(`${202 + index}`))
    cameras[2] = row('201', { brand: '', unitId: foreignUnit, streamUrl: 'ftp://10.0.0.9' })
    cameras[7] = row('202', { streamingId: '' })
    const { isRegistered, rows } = await many(cameras)
    expect(isRegistered).toBe(false)
    expect(rows.filter(({ fields }) => Object.keys(fields).length > 0)).toEqual([
      {
        row: 3,
        name: '201',
        fields: {
          brand: 'camera.brand-required',
          streamUrl: 'camera.stream-url-scheme',
          unitId: 'camera.unit-unknown',
          name: 'camera.name-taken',
        },
      },
      { row: 8, name: '202', fields: { streamingId: 'camera.streaming-id-required', name: 'camera.name-repeated' } },
    ])
    expect(await count()).toBe(1)
  })

  test('CAM-07 rows without errors are registered together, passwords sealed; a dry run registers nothing', async () => {
    const { many, count, tenant, admin } = await site()
    const unitId = await insertUnit(service, tenant)
    const cameras = ['201', '202', '203'].map((name) => row(name, { unitId }))
    expect((await many(cameras, true)).isRegistered).toBe(false)
    expect(await count()).toBe(0)
    expect(await many(cameras)).toEqual({
      isRegistered: true,
      rows: ['201', '202', '203'].map((name, index) => ({ row: index + 1, name, fields: {} })),
    })
    const { body } = await service.call(admin.token, 'camera.search')
    expect(body.records.map(({ name, unitId: unit }) => [name, unit])).toEqual(
      ['201', '202', '203'].map((name) => [name, unitId]),
    )
    const stored = await service.sql`select stream_url, password_sealed from camera where tenant_id = ${tenant.id}`
    expect(JSON.stringify(stored)).not.toContain('s3cret')
  })

  test('CAM-07 one row over the license’s limit rejects all rows, with an error for each such row', async () => {
    const { many, count } = await site({ rooms: 1, publicPlaces: 1 })
    const { rows } = await many([
      row('201'),
      row('Hall', { locationType: 'HALLWAY' }),
      row('202'),
      row('Dining', { locationType: 'DINING' }),
    ])
    expect(rows.map(({ fields }) => fields)).toEqual([
      {},
      {},
      { locationType: 'camera.licence-full' },
      { locationType: 'camera.licence-full' },
    ])
    expect(await count()).toBe(0)
  })

  test('CAM-07 two registrations at once do not share the last place', async () => {
    const { many, count } = await site({ rooms: 3 })
    const answers = await Promise.all([many([row('201'), row('202')]), many([row('203'), row('204')])])
    expect(answers.map(({ isRegistered }) => isRegistered).sort()).toEqual([false, true])
    expect(await count()).toBe(2)
  })

  test('CAM-07 a row names its hub when the site has several', async () => {
    const { many, tenant, agentId } = await site()
    await insertAgent(service, tenant, 'Second')
    const foreign = await insertAgent(service, await service.tenant())
    const { rows } = await many([row('201', { agentId }), row('202'), row('203', { agentId: foreign })])
    expect(rows.map(({ fields }) => fields)).toEqual([
      {},
      { agentId: 'camera.agent-required' },
      { agentId: 'camera.agent-unknown' },
    ])
  })
})

describe('requests to the hub', () => {
  async function saved(more: object = {}) {
    const at = await site()
    const { isRegistered } = await at.many([row('201', more)])
    expect(isRegistered).toBe(true)
    const [camera] = await service.sql`select id from camera where tenant_id = ${at.tenant.id}`
    return { ...at, id: camera!.id as string }
  }
  const PROBED = {
    type: 'probe',
    codec: 'h264',
    width: 640,
    height: 360,
    framesPerSecond: 15,
    jpeg: 'AAAA',
    withheld: null,
  } as const
  const hubSays = (answer: object) => vi.spyOn(service.platform, 'askHub').mockResolvedValue(answer as never)

  test('CAM-12 the saved password is used when none is typed, and never for another host', async () => {
    const { admin, id, agentId, tenant } = await saved()
    const asked = hubSays({ result: PROBED })
    const probe = async (streamUrl: string, more: object = {}) => {
      const body = { cameraId: id, streamUrl, username: 'root', ...more }
      const answer = await service.call(admin.token, 'camera.probe', { body })
      expect(answer.body.image).toMatchObject({ codec: 'h264', jpeg: 'AAAA' })
      expect(JSON.stringify(answer.body)).not.toContain('s3cret')
      const [tenantId, hubId, request] = asked.mock.calls.at(-1)!
      expect([tenantId, hubId]).toEqual([tenant.id, agentId])
      return 'password' in request ? request.password : undefined
    }
    expect(await probe('rtsp://10.0.0.9/other')).toBe('s3cret')
    expect(await probe('rtsp://10.0.0.9:554/other')).toBe('s3cret')
    expect(await probe('rtsp://10.0.0.9:8554/other')).toBeNull()
    expect(await probe('rtsp://10.6.6.6/live')).toBeNull()
    expect(await probe('rtsp://10.0.0.9/live', { password: 'typed' })).toBe('typed')
    expect(await probe('rtsp://10.0.0.9/live', { password: null })).toBeNull()
    expect(await probe('rtsp://root:t0ken@10.0.0.9/user=a_password=t0ken?key=t0ken')).toBe('t0ken')
    const rows = await service.sql`
      select details from audit where tenant_id = ${tenant.id} and action = 'camera.probe' order by id`
    expect(rows.at(-1)!.details).toEqual({ host: '10.0.0.9' })
    asked.mockRestore()
  })

  test('CAM-12 a hub’s reason is passed on; CAM-09 a camera with privacy shows no frame', async () => {
    const { admin, id } = await saved({ isPrivacyOn: true, privacyLevel: 'blur' })
    const body = { cameraId: null, streamUrl: 'rtsp://10.0.0.9/else', username: null, password: null }
    const asked = hubSays({ result: PROBED })
    const shown = await service.call(admin.token, 'camera.probe', { body })
    expect(shown.body.image).toMatchObject({ codec: 'h264', jpeg: null, withheld: 'privacy' })
    expect(asked.mock.calls[0]![2]).toMatchObject({ privateHosts: ['10.0.0.9'] })
    const elsewhere = { ...body, cameraId: id, streamUrl: 'rtsp://10.0.0.8/live' }
    const byId = await service.call(admin.token, 'camera.probe', { body: elsewhere })
    expect(byId.body.image).toMatchObject({ jpeg: null, withheld: 'privacy' })
    asked.mockResolvedValue({ result: { ...PROBED, jpeg: '', withheld: 'unsure' } } as never)
    const unsure = await service.call(admin.token, 'camera.probe', { body: { ...elsewhere, cameraId: null } })
    expect(unsure.body.image).toMatchObject({ codec: 'h264', jpeg: null, withheld: 'unsure' })
    asked.mockResolvedValue({ error: { code: 'login-wrong', params: {} } } as never)
    const refused = await service.call(admin.token, 'camera.probe', { body: { ...body, cameraId: id } })
    expect(refused.body).toEqual({
      image: null,
      error: { code: 'login-wrong', params: {} },
    })
    asked.mockRestore()
  })

  test('REAL-09 an address range is sent to the hub and audited; an invalid one is rejected', async () => {
    const { admin, agentId, tenant } = await saved()
    const asked = hubSays({ result: { type: 'discover', devices: [] } })
    const discover = (host: string) => service.call(admin.token, 'camera.discover', { body: { hosts: [host] } })
    expect((await discover('10.0.0.0/24')).body).toEqual({ devices: [], error: null })
    expect(asked.mock.calls.at(-1)!.slice(1, 3)).toMatchObject([agentId, { hosts: ['10.0.0.0/24'] }])
    const [row] = await service.sql`
      select details from audit where tenant_id = ${tenant.id} and action = 'camera.discover'`
    expect(row!.details).toMatchObject({ hosts: ['10.0.0.0/24'] })
    for (const host of ['10.0.0.0/23', '10.0.0.0/', 'camera.example/24', '10.0.0.0/24; ls']) {
      const refused = (await discover(host)).body
      expect([host, refused]).toMatchObject([host, { fields: { 'hosts.0': 'camera.host-invalid' } }])
    }
    asked.mockRestore()
  })

  test('CAM-11 the hub starts and stops what watches a camera, and its state is stored', async () => {
    const { admin, id } = await saved({ type: 'AXIS', axisApplication: 'fall' })
    const result = { type: 'acap', running: 'Running', installation: 'Installed', version: '1.2' }
    const asked = hubSays({ result })
    const call = () => service.call(admin.token, 'camera.manageAcap', { params: { id }, body: { action: 'restart' } })
    expect((await call()).body).toEqual({ runningStatus: 'Running', installationStatus: 'Installed', error: null })
    expect(asked.mock.calls[0]![2]).toEqual({ type: 'acap', cameraId: id, application: 'fall', action: 'restart' })
    await service.call(admin.token, 'camera.patch', { params: { id }, body: { axisApplication: 'objectanalytics' } })
    await call()
    expect(asked.mock.calls[1]![2]).toMatchObject({ application: 'objectanalytics' })
    const { body } = await service.call(admin.token, 'camera.get', { params: { id } })
    expect([body.runningStatus, body.installationStatus]).toEqual(['Running', 'Installed'])
    asked.mockRestore()
  })

  test('CAM-11 an AXIS camera without an application name sends no request to its hub', async () => {
    const { admin, id } = await saved({ type: 'AXIS' })
    const asked = hubSays({ result: {} })
    const request = { params: { id }, body: { action: 'start' as const } }
    const refused = await service.refused(admin.token, 'camera.manageAcap', request)
    expect([refused.status, refused.body.fields]).toEqual([
      400,
      { axisApplication: 'camera.axis-application-required' },
    ])
    expect(asked).not.toHaveBeenCalled()
    asked.mockRestore()
    const odd = { params: { id }, body: { axisApplication: 'fall detection' } }
    expect((await service.refused(admin.token, 'camera.patch', odd)).body.fields).toEqual({
      axisApplication: 'camera.axis-application-invalid',
    })
  })

  test('CAM-12 the call returns an error if no hub is connected', async () => {
    const { admin, id } = await saved()
    const refused = await service.refused(admin.token, 'camera.probe', {
      body: { cameraId: id, streamUrl: 'rtsp://10.0.0.9/live' },
    })
    expect([refused.status, refused.body.key]).toEqual([503, 'hub-offline'])
  })
})
