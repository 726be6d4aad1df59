/** R4: whatever happens in whatever order, the rules of domain.md hold: never after an answer, never old, never missed, never twice. */
import fc from 'fast-check'
import type postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#platform/postgres/database.ts'
import { startService, type TestService } from '#testing/service.ts'
import { insertCamera } from '#testing/site.ts'
import { createEscalationStore } from './escalation.queries.ts'
import { type EscalationStore, escalate } from './escalation.worker.ts'
import {
  anyHistory,
  beginning,
  type Command,
  type Deed,
  follow,
  type History,
  INSTANCES,
  RULES,
  type State,
  shouldFire,
} from './testing-histories.ts'
import { Killed, MemoryStore } from './testing-memory.ts'

/** The environment of a history. */
type World = {
  store: EscalationStore
  /** The next transaction that fires ends without a commit. */
  setDying(isDying: boolean): void
  /** After the state followed the command: the same in the world. */
  happen(command: Command): Promise<void>
  /** `alert rule opening`, once for each notice. */
  fired(): Promise<string[]>
}

/** What the rules of domain.md allow and require, moment by moment. */
class Model {
  readonly must = new Set<string>()
  readonly may = new Set<string>()
  /** Every living instance checks at this moment. */
  look(state: State): void {
    if (!state.isAlive.includes(true)) return
    state.alerts.forEach(({ opening }, alert) => {
      for (let rule = 0; rule < RULES; rule++) {
        const verdict = shouldFire(state, alert, rule)
        if (verdict === 'must') this.must.add(`${alert} ${rule} ${opening}`)
        if (verdict === 'may') this.may.add(`${alert} ${rule} ${opening}`)
      }
    })
  }
}

const wakeSignals = { send: () => {} }
const bus = { publish: () => {} }

async function live(history: History, worldOf: (state: State) => Promise<World>): Promise<void> {
  const state = beginning(history)
  const world = await worldOf(state)
  const model = new Model()
  const start = () => escalate({ store: world.store, wakeSignals, bus })
  const instances = Array.from({ length: INSTANCES }, start)
  const work = async (instance: number) => {
    while (await instances[instance]!.work({} as Database, new Date(state.nowMs))) {}
  }
  for (const command of history.commands) {
    if (command.do === 'kill-midway' && state.isAlive[command.instance]) {
      world.setDying(true)
      await work(command.instance).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error
      })
      world.setDying(false)
    }
    if (command.do === 'restart' && !state.isAlive[command.instance]) instances[command.instance] = start()
    follow(state, command)
    await world.happen(command)
    const alive = state.isAlive.flatMap((isAlive, instance) => (isAlive ? [instance] : []))
    // Both at once, and once more: each skipped rows that the other had locked.
    await Promise.all(alive.map(work))
    if (alive.length > 1) await work(alive[0]!)
    model.look(state)

    const fired = await world.fired()
    expect(new Set(fired).size, 'fired twice').toBe(fired.length)
    for (const pair of model.must) expect(fired, `missed ${pair}`).toContain(pair)
    for (const pair of fired) expect(model.must.has(pair) || model.may.has(pair), `must not fire ${pair}`).toBe(true)
  }
}

async function inMemory(state: State): Promise<World> {
  const store = new MemoryStore(state)
  store.plan(true)
  return {
    store,
    setDying(isDying) {
      store.diesNext = isDying
    },
    happen: async (command) => store.plan(['edit', 'licence'].includes(command.do)),
    fired: async () => store.fired,
  }
}

test('R4 in 1,850 histories no alert is escalated after an answer, too old, twice or not at all', {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(anyHistory(30), (history) => live(history, inMemory)),
    { numRuns: 1_850 },
  )
})

describe('on PostgreSQL', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startService()
    // A notice is deleted when its messages exist or its alert was answered, so every insert is counted.
    await service.sql.unsafe(`
      create table fired_notice (alert_id uuid, escalation_id uuid, opening integer);
      create function count_notice() returns trigger language plpgsql as $$
        begin
          insert into fired_notice select new.alert_id, new.escalation_id, coalesce(a.opening, 1) from alert a
            where a.id = new.alert_id;
          return null;
        end $$;
      create trigger count_notice after insert on notice for each row when (new.cause = 'escalated') execute function count_notice();
      grant insert on fired_notice to mimamori_platform;`)
  })
  afterAll(() => service.stop())

  async function inDatabase(state: State): Promise<World> {
    const { sql } = service
    const iso = () => new Date(state.nowMs).toISOString()
    // Histories run one after the other: remaining rows would interfere.
    await sql`delete from alert`
    await sql`delete from fired_notice`
    const site = await service.tenant({ packages: ['PRO'], timezone: state.timezone })
    const ruleIds: string[] = []
    for (const rule of state.rules) ruleIds.push(await insertRule(sql, site.id, rule))
    const cameras = [await insertCamera(service, site), await insertCamera(service, site)]
    await sql`update camera set escalation_ids = ${ruleIds}, updated_at = ${iso()} where tenant_id = ${site.id}`
    const alertIds: string[] = []
    let isDying = false
    const mortal: Database = {
      ...service.database,
      asPlatform: (reason, work) =>
        service.database.asPlatform(reason, async (db) => {
          const result = await work(db)
          if (isDying && reason === 'fire escalations') throw new Killed()
          return result
        }),
    }
    const none = sql`claimer_name = null, claimed_at = null, claim_ends_at = null`
    const answers: Record<Deed, (id: string) => Promise<unknown>> = {
      see: (id) => sql`update alert set first_seen_at = ${iso()}, first_seen_name = 'Nurse' where id = ${id}`,
      archive: (id) => sql`update alert set is_archived = true
        where id = ${id} and (alarm_state is null or alarm_state = 'resolved')`,
      unarchive: (id) => sql`update alert set is_archived = false where id = ${id}`,
      judge: (id) => sql`update alert set verdict = 'real' where id = ${id}`,
      delete: (id) => sql`update alert set deleted_at = ${iso()} where id = ${id}`,
      restore: (id) => sql`update alert set deleted_at = null where id = ${id}`,
      claim: (id) => sql`update alert set alarm_state = 'claimed', claimer_name = 'Nurse', claimed_at = ${iso()},
        claim_ends_at = ${iso()}::timestamptz + interval '3 minutes' where id = ${id} and alarm_state = 'open'`,
      'give-back': (id) => sql`update alert set alarm_state = 'open', open_since = ${iso()}, opening = opening + 1,
        ${none} where id = ${id} and alarm_state = 'claimed'`,
      resolve: (id) => sql`update alert set alarm_state = 'resolved', claim_ends_at = null, resolved_at = ${iso()},
        resolved_name = 'Nurse', outcome = 'other' where id = ${id} and alarm_state in ('open', 'claimed')`,
    }
    async function happen(command: Command): Promise<void> {
      switch (command.do) {
        case 'raise': {
          const [row] = await sql<{ id: string }[]>`
            insert into alert (tenant_id, id, camera_id, activity, severity, occurred_at, created_at)
            values (${site.id}, uuidv7(), ${cameras[command.camera]!.id}, 'A003', ${command.isAlarm ? 'critical' : 'low'}, ${iso()}, ${iso()}) returning id`
          alertIds.push(row!.id)
          break
        }
        case 'edit':
          await sql`update escalation set threshold_minutes = ${command.to.minutes},
            active_hours = ${command.to.hours && sql.json(command.to.hours)} where id = ${ruleIds[command.rule]!}`
          break
        case 'watch':
          await sql`update camera set escalation_ids = ${command.rules.map((rule) => ruleIds[rule]!)},
            updated_at = ${iso()} where id = ${cameras[command.camera]!.id}`
          break
        case 'licence':
          await sql`update tenant set packages = ${command.isPro ? ['PRO'] : []} where id = ${site.id}`
          break
        case 'see':
        case 'archive':
        case 'unarchive':
        case 'judge':
        case 'delete':
        case 'restore':
        case 'claim':
        case 'give-back':
        case 'resolve':
          if (alertIds[command.alert]) await answers[command.do](alertIds[command.alert]!)
      }
    }
    return {
      store: createEscalationStore(mortal),
      setDying(to) {
        isDying = to
      },
      happen,
      async fired() {
        const rows = await sql<{ alert: string; rule: string; opening: number }[]>`
          select alert_id as alert, escalation_id as rule, opening from fired_notice`
        return rows.map(({ alert, rule, opening }) => `${alertIds.indexOf(alert)} ${ruleIds.indexOf(rule)} ${opening}`)
      },
    }
  }

  test('R4 in 150 histories with rows, triggers and locks it is the same', { timeout: 240_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(anyHistory(14), (history) => live(history, inDatabase)),
      { numRuns: 150, endOnFailure: false },
    )
  })
})

async function insertRule(sql: postgres.Sql, tenantId: string, { minutes, hours }: State['rules'][number]) {
  const [row] = await sql<{ id: string }[]>`
    insert into escalation (tenant_id, name, threshold_minutes, active_hours)
    values (${tenantId}, ${crypto.randomUUID()}, ${minutes}, ${hours && sql.json(hours)}) returning id`
  return row!.id
}
