/** The site of the busy night in the demo organisation, made with the console's calls: forty rooms, residents, four accounts. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { REGION } from '@mimamori/contract/site/tenant.ts'
import { DEMO_PASSWORD } from '@mimamori/service/seed/demo-plan.ts'
import { type SignedIn, signIn } from '../simulated-sign-in.ts'

export const ROOMS = 40
const ROOMS_PER_UNIT = 20
const SITE = { code: 'yoru-no-ie', name: '特別養護老人ホーム 夜の家' }
const ORGANISATION = 'sakura-care'
const OPERATOR = 'super@mimamori.example'
/** The key of its hub, which the service shows once. */
const KEY_FILE = 'night-hub-key'
const FAMILY = ['山田', '佐藤', '鈴木', '高橋', '田中', '渡辺', '伊藤', '中村'] as const
const GIVEN = ['花子', '一郎', 'ウメ', '正雄', 'キヨ'] as const

/** Who can sign in; the two carers share the night. */
export const NIGHT_ACCOUNTS = {
  carers: ['carer1@yoru.example', 'carer2@yoru.example'],
  station: 'station@yoru.example',
  admin: 'admin@yoru.example',
} as const

/** A bed as a technician would draw it. */
const BED = {
  name: 'ベッド',
  kind: 'bed',
  headToFeet: 31,
  corners: [
    { x: 0.11, y: 0.51 },
    { x: 0.25, y: 0.42 },
    { x: 0.45, y: 0.59 },
    { x: 0.31, y: 0.77 },
  ],
} as const

/** The hub's key and the site's shared account. Makes what is not there yet; the key is stored in the data folder. */
export async function nightSite(url: string, dataFolder: string): Promise<{ hubKey: string; station: SignedIn }> {
  const keyFile = join(dataFolder, KEY_FILE)
  if (!existsSync(keyFile)) writeFileSync(keyFile, await makeSite(url), { mode: 0o600 })
  const station = await signIn(url, NIGHT_ACCOUNTS.station, DEMO_PASSWORD)
  return { hubKey: readFileSync(keyFile, 'utf8'), station }
}

async function makeSite(url: string): Promise<string> {
  const operator = await signIn(url, OPERATOR, DEMO_PASSWORD)
  const { records } = await operator.call('tenant.search', { query: { pageSize: 100 }, body: {} })
  const above = records.find(({ code }) => code === ORGANISATION)
  if (!above) throw new Error('The demo organisation is missing: start without --empty.')
  if (records.some(({ code }) => code === SITE.code)) {
    throw new Error('The site of the busy night was made in part: remove the data folder and start again.')
  }
  const licence = { packages: ['VCARE', 'PRO'], roomCameraLimit: ROOMS, publicCameraLimit: 0 }
  const { id: tenantId } = await operator.call('tenant.create', {
    query: {},
    body: { ...SITE, ...licence, region: REGION, parentId: above.id, isLiveStreamingEnabled: true },
  })
  const hub = await operator.call('agent.create', { body: { name: '夜の家 Hub', tenantId } })
  await makePeople(operator, tenantId)
  const admin = await signIn(url, NIGHT_ACCOUNTS.admin, DEMO_PASSWORD)
  const unitIds: string[] = []
  for (const name of ['2階', '3階']) unitIds.push((await admin.call('unit.create', { query: {}, body: { name } })).id)
  await makeRooms(admin, unitIds, hub.id)
  return hub.key
}

async function makePeople({ call }: SignedIn, tenantId: string): Promise<void> {
  const habits = { locale: 'ja', timezone: 'Asia/Tokyo', dateFormat: 'yyyy/MM/dd HH:mm', role: 'USER' } as const
  const of = (email: string, lastName: string, firstName: string) => ({
    ...habits,
    tenantId,
    email,
    lastName,
    firstName,
  })
  const password = DEMO_PASSWORD
  await call('user.create', { body: { ...of(NIGHT_ACCOUNTS.carers[0], '木村', '美咲'), password } })
  await call('user.create', { body: { ...of(NIGHT_ACCOUNTS.carers[1], '清水', '健太'), password } })
  await call('user.create', {
    body: { ...of(NIGHT_ACCOUNTS.station, '2階', 'ステーション'), password, type: 'SHARED' },
  })
  await call('user.create', { body: { ...of(NIGHT_ACCOUNTS.admin, '松本', '直子'), password, role: 'ADMIN' } })
}

async function makeRooms({ call }: SignedIn, unitIds: readonly string[], agentId: string): Promise<void> {
  const cameras = Array.from({ length: ROOMS }, (_, at) => {
    const floor = Math.floor(at / ROOMS_PER_UNIT)
    const name = `${201 + 100 * floor + (at % ROOMS_PER_UNIT)}号室`
    return {
      ...{ name, description: name, type: 'UNKNOWN', brand: 'Mimamori', model: 'Night', location: name },
      ...{ streamUrl: 'rtsp://camera.example/stream', streamingId: name, agentId, unitId: unitIds[floor] },
      places: [BED],
      subscribers: { unitIds: [unitIds[floor]], onDuty: true },
    }
  })
  const { isRegistered, rows } = await call('camera.registerMany', { body: { cameras } })
  if (!isRegistered) throw new Error(`Cameras are refused: ${JSON.stringify(rows.find(({ fields }) => fields))}`)
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Tokyo' })
  const lines = cameras.map(({ location }, at) => ({
    ...{ name: `${FAMILY[at % FAMILY.length]} ${GIVEN[at % GIVEN.length]}`, room: location },
    ...{ detection: true, recording: true, clearImages: true, answeredOn: today, answeredBy: 'ご本人' },
  }))
  const imported = await call('resident.import', { body: { lines } })
  if (!imported.isImported) throw new Error(`Residents are refused: ${JSON.stringify(imported.lines)}`)
}
