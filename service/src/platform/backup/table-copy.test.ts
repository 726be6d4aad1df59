// Rows of one table, copied into a backup and back.
import { connect as connectSocket, createServer, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { connect, withParts } from '#platform/postgres/postgres-url.ts'
import { type CopyClient, withCopyClient } from './copy-client.ts'
import { copyIn, copyOut, inSnapshot } from './table-copy.ts'

// Not the migrated one: while somebody is connected to it, no other test can copy it.
const url = withParts(inject('databaseUrl'), { database: 'postgres' })
const long = { name: 'copy_long', columns: ['n', 'text'] }
const admin = connect(url, { max: 1, onnotice: () => {}, fetch_types: false })

beforeAll(async () => {
  await admin.unsafe(`create table copy_long as select n, repeat('x', 1000) as text from generate_series(1, 20000) n;
    create table copy_into (n int check (n < 100), text text not null);
    create function copy_no_space() returns boolean language plpgsql as $$ begin
      raise 'could not extend file' using errcode = 'disk_full'; end $$;
    create table copy_full (n int check (copy_no_space()), text text)`)
})
afterAll(async () => {
  await admin.unsafe('drop table copy_long, copy_into, copy_full; drop function copy_no_space')
  await admin.end()
})

test('OPS-02 a backup continues after a large table on a slow target', async () => {
  await withCopyClient(url, async (client) => {
    await client.run('create temporary table slow as select * from copy_long where n <= 300')
    for (let left = 300; left > 0; left -= 25) {
      await client.run(`delete from slow where n > ${left}`)
      const next = await inSnapshot(client, async (snapshot) => {
        const { rows, digest } = await copyOut(snapshot, { name: 'slow', columns: ['n', 'text'] })
        for await (const _ of rows) await setImmediate()
        expect(digest.rows).toBe(left)
        return (await snapshot.rows<{ count: string }>('select count(*) from slow'))[0]
      })
      expect(next!.count).toBe(String(left))
    }
  })
})

async function* parts(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}
const into = (name: string, rows: AsyncIterable<Uint8Array>) =>
  withCopyClient(url, (client) => copyIn(client, { name, columns: ['n', 'text'] }, rows))

describe('a restore ends in words and stores no row', () => {
  test.each([
    [
      'that is not a number',
      ['1\tone\n', 'Hanako\ttwo\n'],
      'refused a row of the backup: copy_into, line 2, column n: invalid',
    ],
    ['that a constraint forbids', ['1\tone\n100\ttwo\n'], 'violates check constraint'],
    ['without a column', ['1\tone\n2\n'], 'missing data for column "text"'],
    ['with one column more', ['1\tone\tmore\n'], 'extra data after last expected column'],
    ['with nothing in a column that must have something', ['1\t\\N\n'], 'violates not-null constraint'],
    ['that is cut off', ['1\tone\n2'], 'missing data for column "text"'],
    ['with bytes that are not text', ['1\t\u0000\n'], 'invalid byte sequence'],
  ])('OPS-02 after a row %s', async (_, texts, words) => {
    await expect(into('copy_into', parts(...texts))).rejects.toThrow(words)
    await expect(into('copy_into', parts(...texts))).rejects.not.toThrow('Hanako')
    expect(await admin`select from copy_into`).toHaveLength(0)
  })

  test('OPS-02 a row that is rejected in the middle of a long table rolls back all rows', async () => {
    async function* many() {
      for (let n = 0; n < 3_000; n++) yield Buffer.from(`${n === 700 ? 'x' : 1}\t${'y'.repeat(20_000)}\n`)
    }
    await expect(into('copy_into', many())).rejects.toThrow('refused a row of the backup: copy_into, line 701')
    expect(await admin`select from copy_into`).toHaveLength(0)
  })

  test('OPS-02 when the disk of the database is full', async () => {
    await expect(into('copy_full', parts('1\tone\n'))).rejects.toThrow('The disk of the database is full')
  })

  test('OPS-02 when the backup itself cannot be read on', async () => {
    async function* broken() {
      yield Buffer.from('1\tone\n')
      throw new Error('cannot be read')
    }
    await expect(into('copy_into', broken())).rejects.toThrow('cannot be read')
    expect(await admin`select from copy_into`).toHaveLength(0)
  })
})

/** Ends the server's side of the connection. */
const terminate = async (client: CopyClient) => {
  const [row] = await client.rows<{ pid: number }>('select pg_backend_pid() as pid')
  return () => admin`select pg_terminate_backend(${row!.pid})`
}

describe('a connection that dies in the middle of COPY', () => {
  test('OPS-02 a lost connection ends a restore, even while the backup sends nothing', async () => {
    const restoring = withCopyClient(url, async (client) => {
      const end = await terminate(client)
      async function* stalled() {
        yield Buffer.from('1\tone\n')
        await end()
        await new Promise(() => {})
      }
      await copyIn(client, { name: 'copy_into', columns: ['n', 'text'] }, stalled())
    })
    await expect(restoring).rejects.toThrow('The connection to the database was lost')
    expect(await admin`select from copy_into`).toHaveLength(0)
  })

  test('OPS-02 ends a backup', async () => {
    const reading = withCopyClient(url, (client) =>
      inSnapshot(client, async (snapshot) => {
        const end = await terminate(snapshot)
        const { rows } = await copyOut(snapshot, long)
        await rows.next()
        await end()
        for await (const _ of rows);
      }),
    )
    await expect(reading).rejects.toThrow('The connection to the database was lost')
  })

  test('OPS-02 ends a backup whose network is cut', async () => {
    const { cut, through } = await cable()
    const reading = withCopyClient(through, (client) =>
      inSnapshot(client, async (snapshot) => {
        const { rows } = await copyOut(snapshot, long)
        await rows.next()
        cut()
        for await (const _ of rows);
      }),
    )
    await expect(reading).rejects.toThrow('The connection to the database was lost')
  })
})

/** A connection to the server that can be cut; it passes only the first rows of a table. */
async function cable() {
  const sockets: Socket[] = []
  const address = new URL(url)
  const { hostname, port } = address
  const folder = address.searchParams.get('host')
  const server = createServer((near) => {
    const far = folder
      ? connectSocket(`${folder}/.s.PGSQL.${port || 5432}`)
      : connectSocket(Number(port || 5432), hostname)
    sockets.push(near, far)
    for (const socket of [near, far]) socket.on('error', () => {})
    let bytes = 0
    near.on('data', (part) => far.write(part))
    far.on('data', (part) => {
      bytes += part.length
      near.write(part)
      if (bytes > 100_000) far.pause()
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  address.searchParams.delete('host')
  address.host = `127.0.0.1:${(server.address() as { port: number }).port}`
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return { through: address.href, cut }
}
