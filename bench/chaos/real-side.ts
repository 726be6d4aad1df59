/** Real hubs during the chaos: their alerts and clips, and viewers of their live video and recordings. */
import { setTimeout as pause } from 'node:timers/promises'
import type { ChaosSite } from './chaos-site.ts'
import { startRealHubs } from './real-hubs.ts'
import type { Stage } from './stage.ts'
import { type Gap, notLiveAt, type OpenedRecordings, openRecordings, watchLive } from './watchers.ts'

/** Number of viewers of each camera. */
const VIEWERS = 3
/** A clip ends some seconds after its alert, and is uploaded then. */
const DELIVERED_WITHIN_MS = 90_000
const LOOK_MS = 1_000

export type Viewing = {
  viewers: number
  images: number
  gaps: Gap[]
  /** Results when all is up again, at each instance by its own address; `notLive`: errors of cameras without video. */
  atEnd: (OpenedRecordings & { notLive: string[] })[]
}

export type RealSide = {
  /** Ids of the alerts of these hubs; complete after `finish`. */
  raised(): string[]
  /** Ends the viewing, opens everything at each instance, and waits for the hubs' deliveries. Throws if a hub has exited. */
  finish(): Promise<Viewing>
  stop(): Promise<void>
}

/** Resolves when every viewer has seen a frame. Throws if a hub exits before that. */
export async function openRealSide(stage: Stage, site: ChaosSite): Promise<RealSide> {
  const token = site.adminToken
  const hubs = await startRealHubs(stage, site)
  const { cameraIds } = hubs
  const viewers = cameraIds.flatMap((cameraId) =>
    Array.from({ length: VIEWERS }, () => watchLive({ url: stage.balancer.url, token, cameraId })),
  )
  const endViewing = () => Promise.all(viewers.map((viewer) => viewer.stop()))
  const refuseCrash = () => {
    if (hubs.crashes > 0) throw new Error(`${hubs.crashes} of the real hubs ended by themselves`)
  }
  while (!viewers.every(({ images }) => images > 0)) {
    refuseCrash()
    await pause(LOOK_MS)
  }

  async function delivered() {
    const deadlineMs = performance.now() + DELIVERED_WITHIN_MS
    const sql = stage.connect()
    for (let isDelivered = false; !isDelivered && performance.now() < deadlineMs; await pause(LOOK_MS)) {
      const [row] = await sql<{ stored: number; waiting: number }[]>`
        select count(*)::int as stored, (count(*) filter (where clip_state not in ('none', 'ready')))::int as waiting
        from alert where tenant_id = ${site.tenantId} and id = any(${hubs.raised()})`
      isDelivered = row!.stored === hubs.raised().length && row!.waiting === 0
    }
    await sql.end()
  }

  return {
    raised: hubs.raised,
    async finish() {
      await endViewing()
      refuseCrash()
      const atEnd: Viewing['atEnd'] = []
      for (const { port } of cameraIds.length > 0 ? stage.instances : []) {
        const at = { url: `http://127.0.0.1:${port}`, token }
        const opened = await openRecordings(at, cameraIds, stage.folder)
        atEnd.push({ ...opened, notLive: await notLiveAt(at, cameraIds) })
      }
      await hubs.quieten()
      await delivered()
      await hubs.stop()
      return {
        viewers: viewers.length,
        images: viewers.reduce((sum, { images }) => sum + images, 0),
        gaps: viewers.flatMap(({ gaps }) => gaps),
        atEnd,
      }
    },
    async stop() {
      await endViewing()
      await hubs.stop()
    },
  }
}
