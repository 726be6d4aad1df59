/** What a server and its standby say of themselves, and how far each is in the log of changes (WAL). */
import type postgres from 'postgres'
import { connect } from '../postgres-url.ts'

/** A place in the log: later is larger. */
export type Position = bigint

/** Of the cluster and the database in it: a standby has the same. */
type Identity = { system: string; database: string }
export type Standby = Identity & {
  isInRecovery: boolean
  /** Whether a process of it is connected to the primary for changes. */
  isReceiving: boolean
  /** Null: nothing was replayed yet. */
  replayed: Position | null
  /** By its clock, since the last transaction that it replayed was committed; null: none was. */
  sinceReplayedMs: number | null
}

/** Longest wait for an answer: a server that is away may take a call without answering it. */
const ANSWER_WITHIN_MS = 5_000
const CONNECT_WITHIN_SECONDS = 5

const POSITION = `pg_wal_lsn_diff(case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
  else pg_current_wal_flush_lsn() end, '0/0')::text`
const IDENTITY = `(select system_identifier from pg_control_system())::text as system,
  (select oid from pg_database where datname = current_database())::text as database`
const STANDBY = `select ${IDENTITY}, pg_is_in_recovery() as recovers, pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text as replayed,
  exists (select from pg_stat_wal_receiver where pid is not null) as receives,
  extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 * 1000 as since`

/** Questions to one server on a connection of its own, which is opened when it is needed. Rejects within ten seconds. */
export type ServerLine = {
  /** Of a primary: everything that a caller knows to be committed lies before it. */
  position(): Promise<Position>
  identity(): Promise<Identity>
  standby(): Promise<Standby>
  replayed(): Promise<Position>
  stop(): Promise<void>
}

/** Opens nothing by itself. */
export function openServerLine(url: string): ServerLine {
  let client = open(url)
  async function ask<Row extends object>(statement: string): Promise<Row> {
    const asked = client
    const late = Promise.withResolvers<never>()
    const patience = setTimeout(() => {
      late.reject(new Error('The server did not answer in time.'))
      // A connection that does not answer is left; the next question opens another one.
      if (client === asked) client = open(url)
      asked.end({ timeout: 0 }).catch(() => {})
    }, ANSWER_WITHIN_MS)
    try {
      const [row] = await Promise.race([asked.unsafe<Row[]>(statement), late.promise])
      return row!
    } finally {
      clearTimeout(patience)
    }
  }
  return {
    position: async () => BigInt((await ask<{ at: string }>(`select ${POSITION} as at`)).at),
    identity: () => ask<Identity>(`select ${IDENTITY}`),
    async standby() {
      const { recovers, receives, replayed, since, ...identity } = await ask<StandbyRow>(STANDBY)
      return {
        ...{ ...identity, isInRecovery: recovers, isReceiving: receives, sinceReplayedMs: since },
        replayed: replayed === null ? null : BigInt(replayed),
      }
    },
    replayed: async () =>
      BigInt((await ask<{ at: string }>(`select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text as at`)).at),
    stop: () => client.end({ timeout: 1 }),
  }
}

type StandbyRow = Identity & { recovers: boolean; receives: boolean; replayed: string | null; since: number | null }

function open(url: string): postgres.Sql {
  return connect(url, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: CONNECT_WITHIN_SECONDS,
    fetch_types: false,
    onnotice: () => {},
    connection: { application_name: 'mimamori replica watch', statement_timeout: ANSWER_WITHIN_MS },
  })
}
