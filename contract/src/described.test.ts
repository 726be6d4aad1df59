/** Section 7 of the description, request by request, compared with the table of calls. */
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from './endpoints.ts'
import type { Endpoint, Method } from './shared/endpoint.ts'

const table = Object.entries(endpoints) as [string, Endpoint][]

/**
 * `VERB path?query body` as in the description. A query is included if the description shows one, ending in `and=more`
 * for its "and more"; `#` is an id, `~` a schedule. Bodies that it leaves open have the fields required by its section
 * 5.
 */
const DESCRIBED = `
POST login {"userName":"nurse@sakura.example","userPassword":"c2VjcmV0","deviceType":"web"}
PUT refreshToken {"deviceType":"web"}
POST impersonate {"tenantId":"#"}
POST impersonate/logout
POST device/registration/save {"imeiNumber":"browser-1","fireBaseId":"{}","deviceType":"WEB"}
PUT alert/search?pageNumber=0&pageSize=0&sortAscending=false&and=more {"hasRead":false}
DELETE alert/#
POST alert/view/resendNotification/#
GET alert/view/#
PUT alert/patch {"ids":["#"],"archived":true}
PUT alert/patch/# {"hasRead":true}
GET alert/view/camera-alert/dashboard/latest-alerts
POST alert/view/sendSampleNotification
PUT alert/markAllAlertsAsRead
GET alert/view/by-severity/dashboard?and=more
GET alert/view/by-camera/dashboard?and=more
POST unit/search?pageNumber=0&pageSize=20&and=more {"name":"East"}
POST unit?and=more {"name":"East"}
PUT unit/patch {"id":"#","version":1,"name":"East"}
GET unit/#
DELETE unit/#
POST unit/schedule/#/A005 {"schedule":~}
POST user/search {}
POST user {"firstName":"Hana","lastName":"Mori","email":"hana@sakura.example","mobileNo":"","userName":"","password":"kawa-12345","locale":"ja","timezone":"Asia/Tokyo","role":"USER","dateFormat":"yyyy/MM/dd HH:mm","type":"REGULAR"}
GET user/#
PUT user/patch {"id":"#","firstName":"Hana"}
DELETE user/#
POST camera/view/search {}
GET camera/view/#
GET camera/view/by-status/dashboard?and=more
POST camera/register {"name":"201","description":"Bed by the window","type":"AXIS","brand":"AXIS","model":"M3085","streamUrl":"rtsp://10.0.0.9/live","location":"201","streamingId":"s-201"}
POST camera/bulkRegister {"cameras":[{"name":"201"}]}
PUT camera/edit {"id":"#","name":"202"}
PATCH camera/# {"name":"202"}
DELETE camera/deregister/#
POST camera/updateStatus {"ids":["#"],"action":"disable"}
POST camera/manageAcap/# {"action":"restart"}
DELETE camera/removeIoTThing/#
POST camera/app/configure/#/A005 {"appCode":"A005"}
POST camera/app/updateStatus/# {"appCode":"A005","state":"ENABLED"}
GET camera/app/schedule/#/A005
POST camera/app/configure/schedule/#/A005 {"schedule":~}
POST tenant/search?pageNumber=0&pageSize=10&and=more {}
POST tenant?and=more {"name":"Sakura","code":"sakura-1","region":"ap-northeast-1"}
PUT tenant/patch {"id":"#","name":"Sakura"}
GET tenant/#?and=more
POST asset/search?pageSize=50&and=more {"type":"TAG"}
GET asset/#
POST asset {"type":"TAG","name":"Night"}
PUT asset/patch {"id":"#","version":1,"type":"TAG","name":"Night"}
DELETE asset/#
POST agent/search?pageNumber=0&pageSize=10&and=more {}
GET agent/#?and=more
POST agent {"name":"East","tenantId":"#"}
PUT agent/patch {"id":"#","revision":1,"name":"West"}
DELETE agent/#
POST recording/search?pageNumber=0&pageSize=10&and=more {}
GET recording/#?and=more
PUT recording/patch {"ids":["#"],"archived":true}
PUT recording/patch/# {"archived":true}
POST metrics/downloadReport {"startDate":"10-2026","endDate":"11-2026"}
POST metrics/report {"from":"2026-11-01T00:00:00Z","to":"2026-12-01T00:00:00Z"}
POST event/search?pageNumber=0&pageSize=10&and=more {}
POST eventDetail/generateSummary {"id":"#"}
PUT eventDetail/update {"id":"#","content":"At 02:10 the resident fell."}
POST eventDetail {"eventId":"#","eventType":"ALERT","content":"At 02:10 the resident fell."}
POST eventDetail/search?pageSize=1&pageNumber=0&sortColumn=createdAt&sortAscending=false {"eventId":"#"}
DELETE eventDetail/#`

const ID = '019a9b00-0000-7000-8000-000000000001'
const NIGHTS = [{ startMinute: 0, endMinute: 360 }]
const WEEK = Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, NIGHTS]))

type Request = { line: string; verb: string; path: string; query: Record<string, string>; body: unknown }

const requests: Request[] = DESCRIBED.trim()
  .split('\n')
  .map((line) => {
    const [, verb = '', address = '', body] = /^(\S+) (\S+)(?: (.*))?$/.exec(line)!
    const [path = '', query] = address.replaceAll('#', ID).split('?')
    const written = body?.replaceAll('#', ID).replace('~', JSON.stringify(WEEK))
    return {
      line,
      verb,
      path,
      query: Object.fromEntries(new URLSearchParams(query)),
      body: JSON.parse(written ?? '{}'),
    }
  })

const shapes = table.map(([, of]) => ({
  of,
  shape: new RegExp(`^${of.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
  parameters: of.path.split(':').length,
}))

/** The entry that matches a request, with its path parameters; as in the router, a plain path takes precedence. */
function entryOf({ verb, path }: Request) {
  const [first] = shapes
    .filter(({ of, shape }) => [of.method].flat().includes(verb as Method) && shape.test(path))
    .toSorted((a, b) => a.parameters - b.parameters)
  return first && { of: first.of, params: { ...first.shape.exec(path)!.groups } }
}

/** Validation errors of the request; empty if it is valid. */
function errorsOf(request: Request): string[] {
  const entry = entryOf(request)
  if (!entry) return [`${request.line}: no such call`]
  const parts = { params: entry.params, query: request.query, body: request.body } as const
  return (['params', 'query', 'body'] as const).flatMap((part) => {
    const { error } = entry.of[part].safeParse(parts[part])
    return error ? [`${request.line}: ${part}: ${z.prettifyError(error)}`] : []
  })
}

/** Whether the call accepts this query, whatever its body. */
function takesQuery(request: Request, more: Record<string, string>): boolean {
  return entryOf(request)!.of.query.safeParse({ ...request.query, ...more }).success
}

describe('the calls of the description', () => {
  test('ALERT-09 CAM-14 REC-04 USER-04 SITE-04 UNIT-02 HUB-02 REPORT-02 are taken with its bodies and queries', () => {
    expect(requests.length).toBe(68)
    expect(requests.flatMap(errorsOf)).toEqual([])
  })

  test('ignore unknown query keys only where the description shows a query of its own choice', () => {
    const lax = requests.filter((request) => takesQuery(request, { stray: '1' }))
    const shown = requests.filter(({ query, path }) => 'and' in query || path === 'eventDetail/search')
    expect(lax.map(({ line }) => line)).toEqual(shown.map(({ line }) => line))
  })

  test('check the query keys that they know', () => {
    const paged = requests.filter(({ query }) => 'pageSize' in query)
    const wrong: Record<string, string>[] = [{ pageSize: '-1' }, { pageNumber: 'first' }, { sortAscending: 'up' }]
    const taken = paged.flatMap((request) => wrong.filter((query) => takesQuery(request, query)))
    expect([paged.length, taken]).toEqual([8, []])
  })

  test('answer every search with records, totalCount and currentPage', () => {
    const searches = requests.filter(({ path }) => path.endsWith('/search'))
    const fields = searches.map((request) => Object.keys((entryOf(request)!.of.response as z.ZodObject).shape))
    expect(fields).toEqual(searches.map(() => ['records', 'totalCount', 'currentPage']))
  })
})
